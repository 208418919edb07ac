import { Database } from '@commerce/service-kit/db/database.ts';
import type { ImageFiles } from '../../src/store/image-files.ts';
import { imageFolder } from '../../src/store/image-folder.ts';
import { openPrisma } from '../../src/store/prisma.ts';
import { storeImage } from '../../src/use-cases/images/store-image.ts';
import { picture } from './pictures.ts';

// Stores an image, reports the name of its first file, and waits to be killed.
const [, , url, folder, store] = process.argv;
const db = new Database(url!, 2);
const files = imageFolder(folder!);
const imageFiles: ImageFiles = {
  ...files,
  async save(name, content) {
    await files.save(name, content);
    process.send!(name);
    await new Promise(() => setInterval(() => undefined, 1_000));
  },
};
await storeImage(
  { db, prisma: openPrisma(db), clock: { now: Date.now }, imageFiles, imageStorageBytes: 2 ** 30 },
  store!,
  await picture('png'),
);

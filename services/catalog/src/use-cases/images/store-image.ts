import pLimit, { type LimitFunction } from 'p-limit';
import { Fault, invalid } from '@commerce/service-kit/fault.ts';
import type { Deps } from '../../deps.ts';
import { IMAGE_SIZES, imageFileName, imageIdOf } from '../../domain/image.ts';
import { imageBegin, imageDelete, imageFindReady, imageFinish, imageSumBytes } from '../../store/image.ts';
import type { ImageKey, StoredImage } from '../../store/image.ts';
import { resizeImage } from './resize-image.ts';

/** Images that a process decodes at once: each takes up to 200 MB and a thread. */
const IMAGES_AT_ONCE = 2;

/** Creates the slots in which images are loaded and decoded, so that waiting ones are not in memory. */
export const imageSlots = (): LimitFunction => pLimit(IMAGES_AT_ONCE);

const nameOf = ({ storeId, id }: ImageKey, size: number): string => imageFileName(storeId, id, size)!;

/** Dependencies of storing an image. */
export type ImageDeps = Pick<Deps, 'db' | 'prisma' | 'clock' | 'imageFiles' | 'imageStorageBytes'>;

/**
 * Stores an image, within a slot. The row is written before the files, and only afterwards the image is ready: whatever a crash
 * leaves is found and deleted by a job. A file that is stored already is not decoded again.
 * @throws Fault `invalid_request` for the field `file`, also (`image_storage_full`) when the store's storage is full; `unavailable` while the same image is being deleted, or without the storage
 */
export async function storeImage(
  { db, prisma, clock, imageFiles, imageStorageBytes }: ImageDeps,
  storeId: string,
  file: Uint8Array,
): Promise<StoredImage> {
  const id = imageIdOf(file);
  const known = await imageFindReady(prisma, storeId, id);
  if (known === undefined && (await imageSumBytes(prisma, storeId)) >= imageStorageBytes)
    throw invalid('file', 'The storage for the images of the store is full.', 'image_storage_full');
  const resized = known === undefined ? await resizeImage(file) : undefined;
  if (!(await imageBegin(db, storeId, id, new Date(clock.now()))))
    throw new Fault('unavailable', 'The same image is being deleted; try again.');
  if (resized === undefined) return known!;
  const { width, height, files } = resized;
  await withStorage(async () => {
    for (const [at, size] of IMAGE_SIZES.entries())
      await imageFiles.save(nameOf({ storeId, id }, size), files[at]!);
  });
  const bytes = files.reduce((sum, { length }) => sum + length, 0);
  await imageFinish(prisma, storeId, { id, width, height, bytes });
  return { id, width, height };
}

/** Deletes the files of images that were taken for it, and forgets the images. */
export async function deleteImages(
  { prisma, imageFiles }: Pick<Deps, 'prisma' | 'imageFiles'>,
  images: ImageKey[],
): Promise<void> {
  for (const image of images) {
    await withStorage(async () => {
      for (const size of IMAGE_SIZES) await imageFiles.remove(nameOf(image, size));
    });
    await imageDelete(prisma, image);
  }
}

/** Runs work with the storage of images. @throws Fault `unavailable` with the failure as its cause */
export async function withStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new Fault('unavailable', 'The storage of images is unavailable; try again later.', { cause });
  }
}

import type { LimitFunction } from 'p-limit';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStamp, type Stamp } from '@commerce/service-kit/db/stamp.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { dnsResolve } from '@commerce/service-kit/outbound/resolve-hostname.ts';
import type { ServiceParts } from '@commerce/service-kit/process/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Clients } from './clients.ts';
import type { Config, ImageSettings } from './config.ts';
import { ImageUrls } from './domain/image.ts';
import { kinds } from './jobs/kinds.ts';
import type { ImageFiles } from './store/image-files.ts';
import { openPrisma, type Prisma } from './store/prisma.ts';
import { productEncoding } from './store/product-list.ts';
import { Downloader } from './use-cases/images/download-image.ts';
import { openImageFiles } from './use-cases/images/open-image-files.ts';
import { imageSlots } from './use-cases/images/store-image.ts';

/** Time limit of a download of an image, in ms. */
const DOWNLOAD_MS = 20_000;

/** Dependencies of the RPC handlers, use cases, consumers and jobs. */
export interface Deps {
  db: Database;
  prisma: Prisma;
  productEncoding: Encoding;
  writer: Writer;
  clock: Clock;
  /** Gives each change its `updated_at`. */
  stamp: Stamp;
  clients: Clients;
  logger: Logger;
  jobs: BulkJobs;
  imageFiles: ImageFiles;
  imageUrls: ImageUrls;
  /** Limits the images that are decoded at once. */
  imageSlots: LimitFunction;
  /** Storage for the images of a store, in bytes. */
  imageStorageBytes: number;
}

/** Dependencies of the whole process. */
export interface ProcessDeps extends Deps {
  downloader: Downloader;
}

/** Makes the dependencies from what the kit opened. */
export function openDeps(
  parts: ServiceParts<ImageSettings & Pick<Config, 'IMAGES_URL' | 'IMAGE_STORAGE_MIB'>, Clients>,
): ProcessDeps {
  const { config, db, writer, clock, logger, clients, onShutdown } = parts;
  const stamp = storeStamp(clock);
  const prisma = openPrisma(db);
  const imageUrls = new ImageUrls(config.IMAGES_URL);
  const jobs = new BulkJobs({
    db,
    writer,
    clock,
    logger,
    kinds: kinds({ db, prisma, clock, stamp, clients, imageUrls }),
  });
  const downloader = new Downloader({
    policy: { allowHttp: false, allowed: undefined },
    resolve: dnsResolve(),
    extraCa: undefined,
    timeoutMs: DOWNLOAD_MS,
  });
  onShutdown('downloads of images', () => downloader.close());
  const images = {
    imageFiles: openImageFiles(config),
    imageUrls,
    imageSlots: imageSlots(),
    imageStorageBytes: config.IMAGE_STORAGE_MIB * 2 ** 20,
    downloader,
  };
  const encoding = productEncoding(db);
  return { db, prisma, productEncoding: encoding, writer, clock, stamp, clients, logger, jobs, ...images };
}

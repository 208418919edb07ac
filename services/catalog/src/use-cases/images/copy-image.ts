import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { MAX_ATTEMPTS, waitAfter } from '../../domain/copy-schedule.ts';
import { imageUrlsOf, withImageUrls } from '../../domain/image.ts';
import type { ProductRecord } from '../../domain/product.ts';
import { publishChange } from '../../events/publish.ts';
import { copyDelete, copyUpdate, type TakenCopy } from '../../store/image-copy.ts';
import { imageUseListProducts } from '../../store/image.ts';
import { productChangeMany } from '../../store/product-write.ts';
import { DownloadError, type Downloader } from './download-image.ts';
import { linkImages, saveImageUses } from './link-images.ts';
import { storeImage, type ImageDeps } from './store-image.ts';

/** Products that are changed in a transaction. */
const CHUNK = 20;
/** Time limit of the transactions of a copy, in ms. */
const DEADLINE_MS = 30_000;

export type CopyDeps = ImageDeps & Pick<Deps, 'writer' | 'stamp' | 'logger' | 'imageSlots' | 'imageUrls'>;

/**
 * Makes one attempt to copy an external image: downloads it, stores it, and then changes the products to the copy. The last two
 * are separate steps, so that a product that is written at the same time either finds the copy or is found.
 */
export async function copyImage(deps: CopyDeps, downloader: Downloader, taken: TakenCopy): Promise<void> {
  const { db, clock } = deps;
  const { storeId, key } = taken;
  if ((await imageUseListProducts(db, storeId, key, 1)).length === 0 && taken.imageId === undefined)
    return void (await copyDelete(db, taken));
  const imageId = taken.imageId ?? (await stored(deps, downloader, taken));
  if (imageId === undefined) return;
  await useCopy(deps, taken, imageId);
  const dueAt = new Date(clock.now());
  await copyUpdate(db, taken, { state: 'ready', failure: '', imageId, dueAt }, dueAt);
}

/** Downloads and stores the image, and records that or the failure. @returns its id; undefined after a failure */
async function stored(deps: CopyDeps, downloader: Downloader, taken: TakenCopy): Promise<string | undefined> {
  const { db, clock, imageSlots } = deps;
  // Attempts that recorded nothing ended with their processes, which decoding the image may have killed.
  if (taken.attempts > MAX_ATTEMPTS) {
    await recordFailure(deps, taken, 'image_broken');
    return undefined;
  }
  try {
    const file = await downloader.download(taken.url);
    const { id } = await imageSlots(() => storeImage(deps, taken.storeId, file));
    const now = new Date(clock.now());
    await copyUpdate(db, taken, { state: 'copied', failure: '', imageId: id, dueAt: leaseEnd(now) }, now);
    return id;
  } catch (error) {
    await recordFailure(deps, taken, failureOf(error));
    return undefined;
  }
}

/** Time after which another process may continue. */
const leaseEnd = (now: Date): Date => new Date(now.getTime() + DEADLINE_MS);

function failureOf(error: unknown): string {
  if (error instanceof DownloadError) return error.failure;
  if (error instanceof Fault && error.code === 'invalid_request') return error.details[0]!.reason;
  throw error;
}

async function recordFailure({ db, clock }: CopyDeps, taken: TakenCopy, failure: string): Promise<void> {
  const now = new Date(clock.now());
  const wait = waitAfter(taken.attempts, failure);
  const state = wait === undefined ? 'failed' : 'pending';
  const dueAt = new Date(now.getTime() + (wait ?? 0));
  await copyUpdate(db, taken, { state, failure, imageId: undefined, dueAt }, now);
}

/** Changes every product that has the external URL to the copy. */
async function useCopy(deps: CopyDeps, { storeId, key, url }: TakenCopy, imageId: string): Promise<void> {
  const replacements = new Map([[url, deps.imageUrls.of(storeId, imageId)]]);
  for (;;) {
    const ids = await imageUseListProducts(deps.db, storeId, key, CHUNK);
    if (ids.length === 0) return;
    const ctx = systemContext(newId('job'), deadlineIn(DEADLINE_MS), storeId);
    await deps.writer.change(ctx, async (unit) => {
      const change = async (before: ProductRecord) => {
        if (!imageUrlsOf(before.product).has(url)) return undefined;
        const after = { ...before, product: withImageUrls(before.product, replacements) };
        return (await linkImages(deps, unit, storeId, [{ before, after }]))[0];
      };
      const changes = await productChangeMany(unit, storeId, ids, change, deps.stamp);
      await saveImageUses(deps, unit, storeId, changes);
      for (const one of changes) publishChange(unit, one);
    });
  }
}

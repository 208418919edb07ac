import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { NO_SUCH_IMAGE } from '../../domain/product-fields.ts';
import type { Deps } from '../../deps.ts';
import { copyKeyOf, imageUrlsOf, withImageUrls, withOwnAlts } from '../../domain/image.ts';
import type { Problems } from '../../domain/problems.ts';
import type { ProductRecord } from '../../domain/product.ts';
import { copyFindMany, copyRequestMany } from '../../store/image-copy.ts';
import { imageLockForUse, imageUseReplaceMany } from '../../store/image.ts';

/** A product before and after a change; without `before`, a new one. */
export interface ImageChange {
  before: ProductRecord | undefined;
  after: ProductRecord;
  /** Where an image that does not exist is reported; without it, the image is dropped. */
  problems?: Problems;
}

type LinkDeps = Pick<Deps, 'clock' | 'imageUrls'>;

/**
 * Prepares the images of products that a transaction is about to write, before it stamps them: external URLs that have been copied
 * become the copies, copies of the others are requested, and stored images are locked so that they are not deleted.
 * @returns the products to write, in the order of the changes
 */
export async function linkImages(
  deps: LinkDeps,
  tx: Queryable,
  storeId: string,
  changes: ImageChange[],
): Promise<ProductRecord[]> {
  const external = addedUrls(changes).filter((url) => deps.imageUrls.idOf(storeId, url) === undefined);
  const known = await copyFindMany(tx, storeId, external);
  const rest = external.filter((url) => !known.has(url));
  const now = new Date(deps.clock.now());
  const copied = [...known, ...(await copyRequestMany(tx, storeId, rest, now))];
  const replacements = new Map(copied.map(([url, id]) => [url, deps.imageUrls.of(storeId, id)]));
  const replaced = changes.map((change) => ({ ...change, after: renamed(change.after, replacements) }));
  const missing = await lockStored(deps, tx, storeId, replaced, now);
  return replaced.map((change) => withoutMissing(change, missing));
}

/** URLs that the products have only after their changes. */
const addedUrls = (changes: ImageChange[]): string[] => [
  ...new Set(changes.flatMap(({ before, after }) => [...difference(after, before)])),
];

/** URLs that one state of a product has and another has not. */
function difference(from: ProductRecord | undefined, without: ProductRecord | undefined): Set<string> {
  if (from === undefined) return new Set();
  const urls = imageUrlsOf(from.product);
  for (const url of without === undefined ? [] : imageUrlsOf(without.product)) urls.delete(url);
  return urls;
}

const renamed = (record: ProductRecord, replacements: Map<string, string>): ProductRecord =>
  [...imageUrlsOf(record.product)].some((url) => replacements.has(url))
    ? { ...record, product: withImageUrls(record.product, replacements) }
    : record;

/** Locks the stored images that products start or stop using. @returns URLs of those that do not exist */
async function lockStored(
  { imageUrls }: LinkDeps,
  tx: Queryable,
  storeId: string,
  changes: ImageChange[],
  now: Date,
): Promise<Set<string>> {
  const idsOf = (urls: Iterable<string>) =>
    new Map(
      [...urls].flatMap((url) => {
        const id = imageUrls.idOf(storeId, url);
        return id === undefined ? [] : [[id, url] as const];
      }),
    );
  const used = idsOf(addedUrls(changes));
  const removed = changes.flatMap(({ before, after }) => [...difference(before, after)]);
  const unused = [...idsOf(removed).keys()].filter((id) => !used.has(id));
  if (used.size + unused.length === 0) return new Set();
  const found = await imageLockForUse(tx, storeId, { used: [...used.keys()], unused, now });
  return new Set([...used].filter(([id]) => !found.has(id)).map(([, url]) => url));
}

function withoutMissing({ after, problems }: ImageChange, missing: Set<string>): ProductRecord {
  if (missing.size === 0) return after;
  const keep = (urls: string[], field: string) =>
    urls.filter((url, index) => {
      if (missing.has(url)) problems?.add(`${field}[${index}]`, NO_SUCH_IMAGE, 'image_missing');
      return !missing.has(url);
    });
  const { product } = after;
  const variants = product.variants.map((variant, index) => ({
    ...variant,
    images: keep(variant.images, `variants[${index}].images`),
  }));
  return { ...after, product: withOwnAlts({ ...product, images: keep(product.images, 'images'), variants }) };
}

/** Records which images written products use, in the same transaction: nothing when they use the same as before. */
export async function saveImageUses(
  { imageUrls }: Pick<Deps, 'imageUrls'>,
  tx: Queryable,
  storeId: string,
  changes: { before: ProductRecord | undefined; after: ProductRecord }[],
): Promise<void> {
  const changed = changes.filter(
    ({ before, after }) => difference(after, before).size + difference(before, after).size > 0,
  );
  if (changed.length === 0) return;
  const uses = changed.map(({ after: { product } }) => ({
    productId: product.id,
    refs: [...imageUrlsOf(product)].map((url) => imageUrls.idOf(storeId, url) ?? copyKeyOf(url)),
  }));
  await imageUseReplaceMany(tx, storeId, uses);
}

import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { newTurn, type Turn } from '@commerce/service-kit/jobs/turns.ts';
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
  const turn = newTurn();
  const given = await differencesOf(changes, turn);
  const external = allAdded(given).filter((url) => deps.imageUrls.idOf(storeId, url) === undefined);
  const known = await copyFindMany(tx, storeId, external);
  const rest = external.filter((url) => !known.has(url));
  const now = new Date(deps.clock.now());
  const copied = [...known, ...(await copyRequestMany(tx, storeId, rest, now))];
  if (copied.length === 0) return withoutMissing(changes, await lockStored(deps, tx, storeId, given, now));
  const replacements = new Map(copied.map(([url, id]) => [url, deps.imageUrls.of(storeId, id)]));
  const replaced = await withReplacements(changes, replacements, turn);
  const missing = await lockStored(deps, tx, storeId, await differencesOf(replaced, turn), now);
  const lost = [...replacements].filter(([, copy]) => missing.has(copy));
  if (lost.length === 0) return withoutMissing(replaced, missing);
  // Their deletion began after the lookup: products keep these URLs, and the copies are made again.
  await copyRequestMany(
    tx,
    storeId,
    lost.map(([url]) => url),
    now,
  );
  for (const [url] of lost) replacements.delete(url);
  return withoutMissing(await withReplacements(changes, replacements, turn), missing);
}

async function withReplacements(
  changes: ImageChange[],
  replacements: Map<string, string>,
  turn: Turn,
): Promise<ImageChange[]> {
  const replaced: ImageChange[] = [];
  for (const change of changes) {
    replaced.push({ ...change, after: renamed(change.after, replacements) });
    await turn();
  }
  return replaced;
}

/** URLs that a product has only after its change, and those that it has only before it. */
interface UrlDifference {
  added: Set<string>;
  removed: Set<string>;
}

async function differencesOf(
  changes: Pick<ImageChange, 'before' | 'after'>[],
  turn: Turn,
): Promise<UrlDifference[]> {
  const all: UrlDifference[] = [];
  for (const { before, after } of changes) {
    const removed = before === undefined ? new Set<string>() : imageUrlsOf(before.product);
    const added = imageUrlsOf(after.product);
    for (const url of added) if (removed.delete(url)) added.delete(url);
    all.push({ added, removed });
    await turn();
  }
  return all;
}

const allAdded = (differences: UrlDifference[]): string[] => [
  ...new Set(differences.flatMap(({ added }) => [...added])),
];

const renamed = (record: ProductRecord, replacements: Map<string, string>): ProductRecord =>
  [...imageUrlsOf(record.product)].some((url) => replacements.has(url))
    ? { ...record, product: withImageUrls(record.product, replacements) }
    : record;

/** Locks the stored images that products start or stop using. @returns URLs of those that do not exist */
async function lockStored(
  { imageUrls }: LinkDeps,
  tx: Queryable,
  storeId: string,
  differences: UrlDifference[],
  now: Date,
): Promise<Set<string>> {
  const idsOf = (urls: Iterable<string>) =>
    new Map(
      [...urls].flatMap((url) => {
        const id = imageUrls.idOf(storeId, url);
        return id === undefined ? [] : [[id, url] as const];
      }),
    );
  const used = idsOf(allAdded(differences));
  const removed = differences.flatMap((one) => [...one.removed]);
  const unused = [...idsOf(removed).keys()].filter((id) => !used.has(id));
  if (used.size + unused.length === 0) return new Set();
  const found = await imageLockForUse(tx, storeId, { used: [...used.keys()], unused, now });
  return new Set([...used].filter(([id]) => !found.has(id)).map(([, url]) => url));
}

const withoutMissing = (changes: ImageChange[], missing: Set<string>): ProductRecord[] =>
  changes.map((change) => (missing.size === 0 ? change.after : withoutUrls(change, missing)));

function withoutUrls({ after, problems }: ImageChange, missing: Set<string>): ProductRecord {
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
  const turn = newTurn();
  const differences = await differencesOf(changes, turn);
  const uses: { productId: string; refs: string[] }[] = [];
  for (const [index, { after }] of changes.entries()) {
    const { added, removed } = differences[index]!;
    if (added.size + removed.size === 0) continue;
    const urls = [...imageUrlsOf(after.product)];
    const refs = urls.map((url) => imageUrls.idOf(storeId, url) ?? copyKeyOf(url));
    uses.push({ productId: after.product.id, refs });
    await turn();
  }
  if (uses.length > 0) await imageUseReplaceMany(tx, storeId, uses);
}

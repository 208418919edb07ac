import type { PromotionBody } from '@commerce/console-api/routes/prices.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import type { Services } from '../../../grpc/services.ts';

/** What a promotion is for. */
export type Targets = Pick<PromotionBody, 'productIds' | 'categoryIds' | 'brandIds'>;

/** How many are asked for at once. */
const PAGE = 100;
/** Most unknown ids that a refusal names. */
const MOST_TOLD = 100;

/**
 * Refuses products, categories and brands that the store does not have.
 * @param before what the promotion was for: it may have been deleted since, and does not keep the rest from being changed
 * @throws Fault `invalid_request` that names each of them
 */
export async function checkTargets(
  ctx: Context,
  services: Services,
  given: Targets,
  before: Targets = { productIds: [], categoryIds: [], brandIds: [] },
): Promise<void> {
  const added = (field: keyof Targets) => new Set(given[field].filter((id) => !before[field].includes(id)));
  const [products, categories, brands] = await Promise.all([
    unknownProducts(ctx, services, added('productIds')),
    unknownCategories(ctx, services, added('categoryIds')),
    unknownBrands(ctx, services, added('brandIds')),
  ]);
  const told = (field: keyof Targets, unknown: ReadonlySet<string>, what: string): FaultDetail[] =>
    given[field].flatMap((id, at) => {
      const message = `The store has no such ${what}.`;
      return unknown.has(id) ? [{ reason: 'invalid_value', field: `${field}[${at}]`, message }] : [];
    });
  const details = [
    ...told('productIds', products, 'product'),
    ...told('categoryIds', categories, 'category'),
    ...told('brandIds', brands, 'brand'),
  ];
  if (details.length > 0)
    throw new Fault('invalid_request', 'The request is not valid.', { details: details.slice(0, MOST_TOLD) });
}

/** Drafts are known: a promotion may be there before its product is published. */
async function unknownProducts(
  ctx: Context,
  { catalog }: Services,
  ids: ReadonlySet<string>,
): Promise<Set<string>> {
  const unknown = new Set(ids);
  const all = [...ids];
  for (let at = 0; at < all.length; at += PAGE) {
    const { products } = await catalog.batchGetProductFacts(ctx, { productIds: all.slice(at, at + PAGE) });
    for (const { productId } of products) unknown.delete(productId);
  }
  return unknown;
}

async function unknownCategories(
  ctx: Context,
  { catalog }: Services,
  ids: ReadonlySet<string>,
): Promise<Set<string>> {
  return unknownOf(ids, async (pageToken) => {
    const { categories, nextPageToken } = await catalog.listCategories(ctx, { limit: PAGE, pageToken });
    return { items: categories, nextPageToken };
  });
}

async function unknownBrands(
  ctx: Context,
  { catalog }: Services,
  ids: ReadonlySet<string>,
): Promise<Set<string>> {
  return unknownOf(ids, async (pageToken) => {
    const { brands, nextPageToken } = await catalog.listBrands(ctx, { limit: PAGE, pageToken });
    return { items: brands, nextPageToken };
  });
}

/** Which ids are on no page; pages are read until all are found. */
async function unknownOf(
  ids: ReadonlySet<string>,
  list: (pageToken: Buffer) => Promise<{ items: { id: string }[]; nextPageToken: Buffer }>,
): Promise<Set<string>> {
  const unknown = new Set(ids);
  let pageToken: Buffer = Buffer.alloc(0);
  while (unknown.size > 0) {
    const { items, nextPageToken } = await list(pageToken);
    for (const { id } of items) unknown.delete(id);
    if (nextPageToken.length === 0) break;
    pageToken = nextPageToken;
  }
  return unknown;
}

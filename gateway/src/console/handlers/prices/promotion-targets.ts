import type { PromotionBody } from '@commerce/console-api/routes/prices.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { FaultDetail } from '@commerce/service-kit/fault.ts';
import { invalidRequest } from '../../../edge/input.ts';
import { noSuch } from '@commerce/texts/ids.ts';
import type { Services } from '../../../grpc/services.ts';

/** Products, categories and brands of a promotion. */
export type Targets = Pick<PromotionBody, 'productIds' | 'categoryIds' | 'brandIds'>;

/** Ids per call. */
const PAGE = 100;
/** Maximum number of unknown ids that a rejection names. */
const MAX_DETAILS = 100;

/**
 * Rejects products, categories and brands that the store does not have.
 * @param before previous targets of the promotion, which are not checked: deleted ones do not block other changes
 * @throws Fault `invalid_request` that names each of them
 */
export async function checkTargets(
  ctx: Context,
  services: Services,
  targets: Targets,
  before: Targets = { productIds: [], categoryIds: [], brandIds: [] },
): Promise<void> {
  const added = (field: keyof Targets) => new Set(targets[field].filter((id) => !before[field].includes(id)));
  const [products, categories, brands] = await Promise.all([
    unknownProducts(ctx, services, added('productIds')),
    unknownCategories(ctx, services, added('categoryIds')),
    unknownBrands(ctx, services, added('brandIds')),
  ]);
  const problems = (field: keyof Targets, unknown: ReadonlySet<string>, kind: string): FaultDetail[] =>
    targets[field].flatMap((id, at) => {
      const message = noSuch(kind);
      return unknown.has(id) ? [{ reason: 'invalid_value', field: `${field}[${at}]`, message }] : [];
    });
  const details = [
    ...problems('productIds', products, 'product'),
    ...problems('categoryIds', categories, 'category'),
    ...problems('brandIds', brands, 'brand'),
  ];
  if (details.length > 0) throw invalidRequest(details.slice(0, MAX_DETAILS));
}

/** Drafts count as known: a promotion may be created before its product is published. */
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

/** Ids that are on no page; reads pages until all are found. */
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

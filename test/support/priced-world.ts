import fc from 'fast-check';
import type { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { PricingServiceService, Promotion } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { NOW_MS, SHOPS, worldArb, type World } from '../../services/pricing/test/support/world.ts';

/** Clients of the services that store a world. */
export interface PricingClients {
  catalog: ClientOf<typeof CatalogServiceService>;
  pricing: ClientOf<typeof PricingServiceService>;
  /** Creates a context of the store for a call. */
  context: () => Context;
}

// An order has at most a few hundred units, and its total must be a safe integer.
const MAX_CENTAVOS = 1_000_000_000;

/** Random stores, equal in each run, with sellable amounts. */
export function sampleWorlds(count: number): World[] {
  return fc.sample(worldArb, { numRuns: count, seed: 20261001 }).map((world) => ({
    ...world,
    products: world.products.map((product) => ({
      ...product,
      priceCentavos: product.priceCentavos % MAX_CENTAVOS,
      brandIds: product.brandIds.slice(0, 1),
      variants: product.variants.map((v) => ({ ...v, priceCentavos: v.priceCentavos % MAX_CENTAVOS })),
    })),
    entries: world.entries.map((e) => ({ ...e, priceCentavos: e.priceCentavos % MAX_CENTAVOS })),
    // A promotion that has already ended cannot be created.
    promotions: world.promotions.filter(({ endsAtMs }) => endsAtMs === null || endsAtMs > NOW_MS),
  }));
}

/**
 * Creates a world in a store through the services' RPCs, with new ids.
 * @param shops three: those of `SHOPS`, and one that only promotions reference
 * @returns the same world with the new ids
 */
export async function createWorld(clients: PricingClients, world: World, shops: string[]): Promise<World> {
  const ids = new Map([...SHOPS, 'shp_c'].map((shop, i) => [shop, shops[i]!]));
  await addGroups(clients, world, ids);
  for (const product of world.products) await addProduct(clients, product, ids);
  for (const list of world.lists) await addList(clients, world, list, ids);
  for (const promotion of world.promotions) await addPromotion(clients, promotion, ids);
  return renamed(world, ids);
}

/** The id of a world's resource in the store; ids that are not part of the world stay unknown. */
const of = (ids: Map<string, string>, id: string): string => ids.get(id) ?? id;

async function addGroups({ catalog, context }: PricingClients, world: World, ids: Map<string, string>) {
  const named = [...world.products, ...world.promotions];
  for (const id of new Set(named.flatMap(({ categoryIds }) => categoryIds))) {
    const { category } = await catalog.createCategory(context(), { fields: { name: id, isActive: true } });
    ids.set(id, category!.id);
  }
  for (const id of new Set(named.flatMap(({ brandIds }) => brandIds))) {
    const { brand } = await catalog.createBrand(context(), { fields: { name: id, isActive: true } });
    ids.set(id, brand!.id);
  }
}

async function addProduct(
  { catalog, pricing, context }: PricingClients,
  product: World['products'][number],
  ids: Map<string, string>,
) {
  const { product: made } = await catalog.createProduct(context(), {
    name: product.productId,
    images: [],
    tags: [],
    shopIds: [],
    categoryIds: product.categoryIds.map((id) => of(ids, id)),
    brandIds: product.brandIds.map((id) => of(ids, id)),
    variantAxes: product.variants.length > 0 ? ['Talle'] : [],
    variants: product.variants.map(({ variantId, isActive }) => ({
      attributes: [{ name: 'Talle', value: variantId }],
      images: [],
      isActive,
    })),
    weight: undefined,
    draft: false,
  });
  ids.set(product.productId, made!.id);
  product.variants.forEach(({ variantId }, i) => ids.set(variantId, made!.variants[i]!.id));
  const priced = product.variants.filter(({ priceCentavos }) => priceCentavos > 0);
  const own = product.variants.length === 0 && product.priceCentavos > 0;
  if (!own && priced.length === 0) return;
  await pricing.setPrices(context(), {
    productId: made!.id,
    includeDrafts: false,
    priceCentavos: own ? product.priceCentavos : undefined,
    variants: priced.map(({ variantId, priceCentavos }) => ({
      variantId: of(ids, variantId),
      priceCentavos,
    })),
  });
}

async function addList(
  { pricing, context }: PricingClients,
  world: World,
  { priceListId, name, rule }: World['lists'][number],
  ids: Map<string, string>,
) {
  const { priceList } = await pricing.createPriceList(context(), {
    name,
    ...(rule && { rule: { ...rule, overListId: rule.overListId && of(ids, rule.overListId) } }),
  });
  ids.set(priceListId, priceList!.id);
  const entries = world.entries
    .filter((entry) => entry.priceListId === priceListId)
    .map(({ productId, variantId, priceCentavos }) => ({
      productId: of(ids, productId),
      variantId: variantId === null ? undefined : of(ids, variantId),
      priceCentavos,
    }));
  if (entries.length > 0)
    await pricing.setPriceListEntries(context(), { priceListId: priceList!.id, entries });
}

async function addPromotion(
  { pricing, context }: PricingClients,
  promotion: World['promotions'][number],
  ids: Map<string, string>,
) {
  const { discount } = promotion;
  const targets = {
    productIds: promotion.productIds.map((id) => of(ids, id)),
    categoryIds: promotion.categoryIds.map((id) => of(ids, id)),
    brandIds: promotion.brandIds.map((id) => of(ids, id)),
  };
  // A promotion without targets cannot be created and would have no effect.
  if (Object.values(targets).every((each) => each.length === 0)) return;
  const hourMs = 3_600_000;
  const made: Promotion = {
    id: '',
    name: promotion.name,
    discount:
      'percentBp' in discount
        ? { $case: 'percentBp', value: discount.percentBp }
        : { $case: 'amountCentavos', value: discount.amountCentavos },
    ...targets,
    shopIds: promotion.shopIds.map((id) => of(ids, id)),
    startsAtMs: Date.now() + (promotion.startsAtMs <= NOW_MS ? -hourMs : hourMs),
    endsAtMs: promotion.endsAtMs === null ? undefined : Date.now() + 2 * hourMs,
  };
  const answer = await pricing.createPromotion(context(), { promotion: made });
  ids.set(promotion.promotionId, answer.promotion!.id);
}

function renamed(world: World, ids: Map<string, string>): World {
  const text = JSON.stringify(world);
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' ? of(ids, value) : value,
  ) as World;
}

import type { Variant } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { typeIdAt } from './ids.ts';
import { costOfCentavos, kindPesos, shelfPriceCentavos } from './prices.ts';
import { nameOf, planProduct, type ProductPlan } from './product-plan.ts';
import type { Rng, Stream } from './random.ts';
import type { StoreModel } from './store-model.ts';
import { slugify } from './text.ts';
import { makeVariants } from './variants.ts';

/** Product data that stock, prices and orders need; descriptions and images are added later. */
export interface ProductCore {
  index: number;
  id: string;
  plan: ProductPlan;
  name: string;
  slug: string;
  imageBase: string;
  sku: string | undefined;
  type: 'simple' | 'variable' | 'service';
  draft: boolean;
  isActive: boolean;
  /** Indexes of the store's shops. */
  shopAts: number[];
  priceCentavos: number;
  /** Undefined when unknown. */
  costCentavos: number | undefined;
  variants: Variant[];
  createdAtMs: number;
}

/** Creates the core of a product from its index. */
export type ProductCores = (index: number) => ProductCore;

/** Size of the cache of cores, enough for those that orders use repeatedly. */
const KEPT_CORES = 10_000;

/** Every 97th product has the SKU of the product before it. */
const SHARES_BEFORE = 40;
/** Every 131st product has the SKU of a variant of the last product with variants. */
const SHARES_VARIANT = 60;

function sellingShops(model: StoreModel, rng: Rng): number[] {
  const all = model.shops.map((_, at) => at);
  if (rng.chance(0.7)) return all;
  const some = all.filter(() => rng.chance(0.5));
  return some.length > 0 ? some : [0];
}

/** The lowest price among active variants, with the cost of that variant. */
function basePrice(variants: Variant[]): Pick<ProductCore, 'priceCentavos' | 'costCentavos'> {
  let lowest: Variant | undefined;
  for (const variant of variants) {
    if (variant.isActive && (!lowest || variant.priceCentavos < lowest.priceCentavos)) lowest = variant;
  }
  if (!lowest) throw new Error('no variant is active');
  return { priceCentavos: lowest.priceCentavos, costCentavos: lowest.costCentavos };
}

interface Streams {
  core: Stream;
  ids: Stream;
}

function draftAndPrice(rng: Rng): { draft: boolean; hasPrice: boolean; costShare: number | undefined } {
  const draft = rng.chance(0.03);
  const hasPrice = !draft || rng.chance(0.6);
  const costShare = rng.chance(0.92) ? 0.48 + 0.24 * rng.float() : undefined;
  return { draft, hasPrice, costShare };
}

/** The core without its SKU. */
function makeBareCore(model: StoreModel, streams: Streams, index: number): ProductCore {
  const rng = streams.core(index);
  const idRng = streams.ids(index);
  const plan = planProduct(model, index);
  const createdAtMs = model.productTimes.timeOf(index, rng.float());
  const id = typeIdAt('prd', createdAtMs, 0, idRng);
  const name = nameOf(plan);
  const slug = slugify(name);
  const imageBase = `https://cdn.example.com/${model.seed.slug}/products/${slug}`;
  const { draft, hasPrice, costShare } = draftAndPrice(rng);
  const pesos = kindPesos(plan.kind, plan.specRank, plan.brandRank, rng);
  const isVariable = plan.kind.axes.length > 0 && rng.chance(0.83);
  const basis = { createdAtMs, idRng, naturalSku: plan.naturalSku, imageBase, pesos, hasPrice, costShare };
  const variants = isVariable ? makeVariants(plan.kind.axes, basis, rng) : [];
  const priceCentavos = hasPrice ? shelfPriceCentavos(pesos, rng) : 0;
  return {
    index,
    id,
    plan,
    name,
    slug,
    imageBase,
    sku: rng.chance(isVariable ? 0.7 : 0.94) ? plan.naturalSku : undefined,
    type: plan.kind.isService ? 'service' : isVariable ? 'variable' : 'simple',
    draft,
    isActive: !rng.chance(0.07),
    shopAts: sellingShops(model, rng),
    ...(isVariable
      ? basePrice(variants)
      : { priceCentavos, costCentavos: costOfCentavos(priceCentavos, costShare) }),
    variants,
    createdAtMs,
  };
}

/** The SKU by the sharing rules, or the product's own. */
function skuOf(core: ProductCore, bareCore: ProductCores, model: StoreModel): string | undefined {
  const { index } = core;
  // A product whose SKU the next one shares must have one.
  if (index % 97 === SHARES_BEFORE - 1) return core.plan.naturalSku;
  if (index % 97 === SHARES_BEFORE) return planProduct(model, index - 1).naturalSku;
  if (index % 131 !== SHARES_VARIANT) return core.sku;
  for (let at = index - 1; at >= 0; at--) {
    const sku = bareCore(at).variants[0]?.sku;
    if (sku !== undefined) return sku;
  }
  return core.sku;
}

/** The cores of a store's products, with a cache of recently used ones. */
export function makeProductCores(model: StoreModel): ProductCores {
  const streams = { core: model.stream('product'), ids: model.stream('product-id') };
  const kept = new Map<number, ProductCore>();
  const bareCore = (index: number): ProductCore => makeBareCore(model, streams, index);
  return (index) => {
    const known = kept.get(index);
    if (known) return known;
    const core = bareCore(index);
    core.sku = skuOf(core, bareCore, model);
    if (kept.size >= KEPT_CORES) kept.delete(kept.keys().next().value as number);
    kept.set(index, core);
    return core;
  };
}

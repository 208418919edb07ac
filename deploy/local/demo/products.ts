import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { productTags, sentences } from './data/wording.ts';
import type { ProductCore, ProductCores } from './product-core.ts';
import type { Rng, Stream } from './random.ts';
import type { BasePriceRecord, ProductRecord } from './records.ts';
import type { StoreModel } from './store-model.ts';
import { ean13 } from './text.ts';
import { BULK_GROUPS } from './timeline.ts';

/** Categories with the reduced IVA rate. */
const reducedIva = ['Pastas y arroz', 'Aceites y aderezos', 'Conservas'];

/** Product data that both pricing and catalog need. */
interface Placement {
  categoryIds: string[];
  brandIds: string[];
}

function placementOf(model: StoreModel, core: ProductCore, rng: Rng): Placement {
  const paths = model.taxonomy.pathByName;
  const path = paths.get(core.plan.kind.category) ?? [];
  const parentId = rng.chance(0.35) ? path.at(-2)?.id : undefined;
  const extra = rng.chance(0.08) ? paths.get(rng.pick(['Novedades', 'Liquidación'])) : undefined;
  const ids = [path.at(-1)?.id, parentId, extra?.[0]?.id];
  const brandId = core.plan.brand === null ? undefined : model.brandIds.get(core.plan.brand);
  return {
    categoryIds: ids.filter((id) => id !== undefined),
    brandIds: brandId === undefined ? [] : [brandId],
  };
}

function describe(model: StoreModel, core: ProductCore, rng: Rng): string | undefined {
  if (rng.chance(0.15)) return undefined;
  const root = model.taxonomy.pathByName.get(core.plan.kind.category)?.[0]?.name ?? '';
  const known = sentences[root] ?? [];
  const count = Math.min(known.length, rng.between(1, 3));
  const start = rng.below(known.length);
  const said = Array.from({ length: count }, (_, at) => known[(start + at) % known.length]);
  return [`${core.name}.`, ...said].join(' ');
}

function weightOf(core: ProductCore, rng: Rng): { weightMilli: number; weightUnit: string } {
  const [low, high] = core.plan.kind.kilograms;
  const grams = Math.round((low + (high - low) * core.plan.specRank) * 100 * (0.9 + 0.2 * rng.float())) * 10;
  return grams > 0 && grams < 1000
    ? { weightMilli: grams * 1000, weightUnit: 'g' }
    : { weightMilli: grams, weightUnit: 'kg' };
}

function someTags(rng: Rng): string[] {
  const count = rng.weighted([45, 30, 17, 8]);
  const start = rng.below(productTags.length);
  return Array.from(
    { length: count },
    (_, at) => productTags[(start + at * 4) % productTags.length] as string,
  );
}

function visibilityOf(core: ProductCore, rng: Rng): string {
  if (core.draft) return 'INTERNAL';
  return ['PUBLIC', 'UNLISTED', 'INTERNAL'][rng.weighted([84, 7, 9])] as string;
}

/** Most changed recently; some belong to a mass change and share its time. */
function updatedAt(model: StoreModel, core: ProductCore, rng: Rng): number {
  const group = rng.below(BULK_GROUPS);
  const groupTime = model.bulkTimesMs[group] as number;
  if (rng.chance(0.06) && core.createdAtMs < groupTime) {
    return model.productClock.timeOfGroup(group, groupTime);
  }
  const share = rng.float() ** 1.5;
  return model.productClock.timeOf(core.index, core.createdAtMs + share * (model.now - core.createdAtMs));
}

function makeProduct(model: StoreModel, core: ProductCore, texts: Rng, placement: Placement): Product {
  const { name, slug, imageBase, type, variants, isActive, priceCentavos, costCentavos } = core;
  const description = describe(model, core, texts);
  const pictures = texts.weighted([12, 40, 25, 15, 8]);
  return {
    id: core.id,
    name,
    slug,
    description,
    shortDescription: texts.chance(0.6) ? [core.plan.kind.name, core.plan.spec].join(', ') : undefined,
    sku: core.sku,
    barcode: type === 'simple' && texts.chance(0.8) ? ean13(texts) : undefined,
    type,
    images: Array.from({ length: pictures }, (_, at) => `${imageBase}-${at + 1}.jpg`),
    categoryIds: placement.categoryIds,
    brandIds: placement.brandIds,
    tags: someTags(texts),
    shopIds: shopIdsOf(model, core),
    visibility: visibilityOf(core, texts),
    isActive,
    priceCentavos,
    variantAxes: variants[0]?.attributes.map((attribute) => attribute.name) ?? [],
    variants,
    ivaRateBp: reducedIva.includes(core.plan.kind.category) ? 1050 : 2100,
    ...weightOf(core, texts),
    costCentavos,
    createdAtMs: core.createdAtMs,
    updatedAtMs: updatedAt(model, core, texts),
  };
}

/** The shops that sell a product. */
const shopIdsOf = (model: StoreModel, { shopAts }: ProductCore): string[] =>
  shopAts.map((at) => model.shops[at]!.id);

/** Creates the records of a store's products, each from its index. */
export interface Products {
  product: (index: number) => ProductRecord;
  basePrice: (index: number) => BasePriceRecord;
}

function basePriceOf(model: StoreModel, core: ProductCore, placement: Placement): BasePriceRecord {
  return {
    storeId: model.record.id,
    productId: core.id,
    priceCentavos: core.priceCentavos,
    costCentavos: core.costCentavos ?? null,
    variants: core.variants.map((variant) => ({
      variantId: variant.id,
      priceCentavos: variant.priceCentavos,
      compareAtCentavos: variant.compareAtPriceCentavos ?? null,
      costCentavos: variant.costCentavos ?? null,
      isActive: variant.isActive,
    })),
    categoryIds: placement.categoryIds,
    brandIds: placement.brandIds,
    shopIds: shopIdsOf(model, core),
    draft: core.draft,
  };
}

/** The products of a store, for catalog and pricing. */
export function makeProducts(model: StoreModel, coreOf: ProductCores): Products {
  const placements: Stream = model.stream('product-placement');
  const texts: Stream = model.stream('product-text');
  return {
    product(index) {
      const core = coreOf(index);
      const placement = placementOf(model, core, placements(index));
      const product = makeProduct(model, core, texts(index), placement);
      return { storeId: model.record.id, product, draft: core.draft };
    },
    basePrice(index) {
      const core = coreOf(index);
      return basePriceOf(model, core, placementOf(model, core, placements(index)));
    },
  };
}

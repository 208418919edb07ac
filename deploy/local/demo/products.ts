import type { ProductRecord } from '@commerce/catalog/seed.ts';
import type { Product, Variant } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { descriptions, productLines, productTags, valuesOf, type Axis, type Kind } from './data.ts';
import { typeIdAt, type Rng } from './random.ts';
import { extraCategories, pictureUrl, slugify, type StoreModel } from './store.ts';
import { BULK_GROUPS, DAY_MS } from './timeline.ts';

/** Maximum number of variants: of most products, and of a few. */
const MAX_VARIANTS = 12;
const MAX_VARIANTS_OF_FEW = 60;

/** Maximum number of products that are kept in memory, enough for those that orders use repeatedly. */
const MAX_KEPT = 10_000;

/** Categories with the reduced IVA rate. */
const reducedIva = new Set(['Pastas y arroz', 'Aceites y aderezos', 'Conservas']);

/** Data derived from a product's number, enough for a unique name within the store. */
interface Plan {
  kind: Kind;
  brand: string | undefined;
  spec: string;
  /** From 0 (small) to 1 (large). */
  size: number;
  name: string;
  slug: string;
  /** URL of its picture. */
  image: string;
  /** The kind's code and the product's number within the kind; other stores use the same. */
  naturalSku: string;
}

/** Kinds alternate; brands and specs alternate within a kind, each combination once per line. */
function planOf({ kinds, imagesUrl }: StoreModel, index: number): Plan {
  const kindAt = index % kinds.length;
  const kind = kinds[kindAt]!;
  const serial = Math.floor(index / kinds.length);
  // One more choice than brands: some products have none.
  const choices = kind.brands.length + 1;
  const all = choices * kind.specs.length;
  const choice = (serial + kindAt * 7) % all;
  const brand = kind.brands[choice % choices];
  const specAt = Math.floor(choice / choices);
  const spec = kind.specs[specAt]!;
  const round = Math.floor(serial / all);
  const line = round === 0 ? undefined : (productLines[round - 1] ?? `Mod. ${round}`);
  const name = [kind.name, brand, line, spec].filter(Boolean).join(' ');
  const slug = slugify(name);
  const image = pictureUrl(imagesUrl, kind.picture);
  const naturalSku = `${kind.code}-${String(serial + 1).padStart(4, '0')}`;
  return { kind, brand, spec, size: specAt / kind.specs.length, name, slug, image, naturalSku };
}

/** A price rounded as a shop would: the higher, the rounder. */
function shelfPriceCentavos(pesos: number): number {
  const unit = pesos >= 100_000 ? 1000 : pesos >= 10_000 ? 100 : pesos >= 1500 ? 50 : 10;
  return pesos === 0 ? 0 : Math.ceil(pesos / unit) * unit * 100 - (unit === 10 ? 1 : 0);
}

/** An EAN-13 with its check digit, under the prefix of Argentina (779). */
function ean13(rng: Rng): string {
  const digits = `779${rng.digits(9)}`;
  const sum = Array.from(digits).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Prices of a product before its variants. */
interface Basis {
  pesos: number;
  /** Cost as a share of the price; undefined when unknown. */
  costShare: number | undefined;
}

function costOf(priceCentavos: number, { costShare }: Basis): number | undefined {
  if (priceCentavos === 0 || costShare === undefined) return undefined;
  return Math.round((priceCentavos * costShare) / 10) * 10;
}

/** A value of an axis, with its factor of the price. */
interface Choice {
  name: string;
  value: string;
  factor: number;
}

/** Combinations of adjacent values of each axis: usually of a few, sometimes of all. */
function combinationsOf(axes: Axis[], rng: Rng): Choice[][] {
  const isBig = rng.chance(0.05);
  let rows: Choice[][] = [[]];
  for (const { name, values, growth } of axes) {
    const most = Math.max(1, Math.floor((isBig ? MAX_VARIANTS_OF_FEW : MAX_VARIANTS) / rows.length));
    const kept = rng.some([...values.keys()], Math.min(most, isBig ? values.length : rng.between(2, 4)));
    const choices = kept.map((at) => ({ name, value: values[at]!, factor: 1 + growth * at }));
    rows = rows.flatMap((row) => choices.map((choice) => [...row, choice]));
  }
  return rows;
}

/** The variants of a product, with distinct attributes and the first one active. */
function makeVariants(plan: Plan, basis: Basis, createdAtMs: number, rng: Rng): Variant[] {
  return combinationsOf(plan.kind.axes, rng).map((row, position) => {
    const name = row.map(({ value }) => value).join(' / ');
    const priceCentavos = shelfPriceCentavos(row.reduce((pesos, { factor }) => pesos * factor, basis.pesos));
    const isReduced = priceCentavos > 0 && rng.chance(0.12);
    const hasSku = position === 0 || !rng.chance(0.04);
    return {
      id: typeIdAt('var', createdAtMs, position + 1, rng),
      sku: hasSku ? `${plan.naturalSku}-${String(position + 1).padStart(2, '0')}` : undefined,
      barcode: rng.chance(0.7) ? ean13(rng) : undefined,
      name,
      attributes: row.map((choice) => ({ name: choice.name, value: choice.value })),
      images: rng.chance(0.25) ? [plan.image] : [],
      priceCentavos,
      compareAtPriceCentavos: isReduced
        ? shelfPriceCentavos((priceCentavos / 100) * (1.1 + 0.3 * rng.float()))
        : undefined,
      isActive: position === 0 || !rng.chance(0.06),
      position,
      costCentavos: costOf(priceCentavos, basis),
    };
  });
}

type Priced = Pick<Product, 'priceCentavos' | 'costCentavos' | 'variants' | 'variantAxes'>;

/** Prices of a product: with variants, those of the lowest active one. */
function pricesOf(plan: Plan, draft: boolean, createdAtMs: number, rng: Rng): Priced {
  const { pesos, axes, brands } = plan.kind;
  const rank = plan.brand === undefined ? 0 : (brands.indexOf(plan.brand) + 1) / brands.length;
  const middle = (pesos[0] + (pesos[1] - pesos[0]) * plan.size) * (0.88 + 0.24 * rank);
  const basis: Basis = {
    pesos: draft && rng.chance(0.4) ? 0 : middle * (0.95 + 0.1 * rng.float()),
    costShare: rng.chance(0.92) ? 0.48 + 0.24 * rng.float() : undefined,
  };
  const isVariable = axes.length > 0 && rng.chance(0.75);
  if (!isVariable) {
    const priceCentavos = shelfPriceCentavos(basis.pesos);
    return { priceCentavos, costCentavos: costOf(priceCentavos, basis), variants: [], variantAxes: [] };
  }
  const variants = makeVariants(plan, basis, createdAtMs, rng);
  const [lowest] = variants
    .filter((variant) => variant.isActive)
    .toSorted((a, b) => a.priceCentavos - b.priceCentavos);
  const { priceCentavos, costCentavos } = lowest!;
  return { priceCentavos, costCentavos, variants, variantAxes: axes.map((axis) => axis.name) };
}

type Placement = Pick<Product, 'categoryIds' | 'brandIds' | 'shopIds'>;

function placementOf({ categories, brands, shops }: StoreModel, { kind, brand }: Plan, rng: Rng): Placement {
  const paths = [kind.path];
  if (rng.chance(0.35) && kind.path.length > 1) paths.push(kind.path.slice(0, -1));
  if (rng.chance(0.08)) paths.push(rng.pick(extraCategories));
  const all = shops.map(({ shop }) => shop.id);
  const some = rng.chance(0.7) ? all : all.filter(() => rng.chance(0.5));
  return {
    categoryIds: paths.map((path) => categories.get(path.join(' > '))!.id),
    brandIds: brand === undefined ? [] : [brands.get(brand)!.id],
    shopIds: some.length > 0 ? some : [all[0]!],
  };
}

type Texts = Pick<
  Product,
  'description' | 'shortDescription' | 'images' | 'tags' | 'weightMilli' | 'weightUnit'
>;

function textsOf({ kind, name, spec, size, image }: Plan, rng: Rng): Texts {
  const said = rng.some(valuesOf(descriptions[kind.path[0]!]), rng.between(1, 3));
  const [low, high] = kind.kilograms;
  const grams = Math.round((low + (high - low) * size) * 100) * 10;
  const isLight = grams > 0 && grams < 1000;
  return {
    description: rng.chance(0.15) ? undefined : [`${name}.`, ...said].join(' '),
    shortDescription: rng.chance(0.6) ? `${kind.name}, ${spec}` : undefined,
    images: rng.below(20) > 0 ? [image] : [],
    tags: rng.some(productTags, rng.below(4)),
    weightMilli: isLight ? grams * 1000 : grams,
    weightUnit: isLight ? 'g' : 'kg',
  };
}

/** Most changed recently; some belong to a mass change and share its time. */
function updatedAt({ now, counts, productTimes }: StoreModel, index: number, createdAtMs: number, rng: Rng) {
  const group = rng.below(BULK_GROUPS);
  const groupTime = now - (9 + 60 * group) * DAY_MS;
  if (rng.chance(0.06) && createdAtMs < groupTime)
    return productTimes.changedAt(counts.products + group, groupTime);
  return productTimes.changedAt(index, createdAtMs + rng.float() ** 1.5 * (now - createdAtMs));
}

/** Some products share the SKU of the product before them, others that of the last product with variants. */
function skuOf(index: number, natural: string, productAt: (index: number) => ProductRecord, rng: Rng) {
  if (index % 97 === 40) return productAt(index - 1).product.sku;
  if (index % 131 === 60)
    for (let at = index - 1; at >= 0; at--) {
      const [first] = productAt(at).product.variants;
      if (first !== undefined) return first.sku;
    }
  return rng.chance(0.9) ? natural : undefined;
}

function makeProduct(
  model: StoreModel,
  index: number,
  productAt: (index: number) => ProductRecord,
): ProductRecord {
  const rng = model.rng('product', index);
  const plan = planOf(model, index);
  const createdAtMs = model.productTimes.timeOf(index, rng.float());
  const id = typeIdAt('prd', createdAtMs, 0, rng);
  const draft = rng.chance(0.03);
  const prices = pricesOf(plan, draft, createdAtMs, rng);
  const sort = prices.variants.length > 0 ? ProductType.VARIABLE : ProductType.SIMPLE;
  const product: Product = {
    id,
    name: plan.name,
    slug: plan.slug,
    sku: skuOf(index, plan.naturalSku, productAt, rng),
    barcode: sort === ProductType.SIMPLE && rng.chance(0.8) ? ean13(rng) : undefined,
    type: plan.kind.path[0] === 'Servicios' ? ProductType.SERVICE : sort,
    visibility:
      ProductVisibility[draft ? 'INTERNAL' : rng.weighted({ PUBLIC: 84, UNLISTED: 7, INTERNAL: 9 })],
    isActive: !rng.chance(0.07),
    ivaRateBp: reducedIva.has(plan.kind.path.at(-1)!) ? 1050 : 2100,
    ...prices,
    ...placementOf(model, plan, rng),
    ...textsOf(plan, rng),
    createdAtMs,
    updatedAtMs: updatedAt(model, index, createdAtMs, rng),
  };
  return { storeId: model.storeId, product, draft, version: 1, priceVersion: 0 };
}

/** Creates the products of a store by index, and keeps those used recently. */
export function makeProducts(model: StoreModel): (index: number) => ProductRecord {
  const kept = new Map<number, ProductRecord>();
  const productAt = (index: number): ProductRecord => {
    const known = kept.get(index);
    if (known !== undefined) return known;
    const made = makeProduct(model, index, productAt);
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(index, made);
    return made;
  };
  return productAt;
}

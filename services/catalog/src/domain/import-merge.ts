import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import {
  CreateProductRequest,
  UpdateProductRequest,
  type ChangeVariantsRequest_VariantOrNew,
  type NullableString,
  type Product,
  type StringList,
  type UpdateProductRequest_VariantChange,
  type Variant,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ImageAlts } from '@commerce/proto/commerce/catalog/v1/image.ts';
import type { ImportedProduct, ImportedVariant } from './csv/imported-product.ts';
import { amountChanges } from './import-amounts.ts';
import type { Problems } from './problems.ts';
import { newProduct, type NewProductIds } from './product-create.ts';
import { imageAlts } from './product-fields.ts';
import { changedProduct } from './product-update.ts';
import { withVariants } from './product-variants.ts';
import type { ProductRecord } from './product.ts';

/** Ids of the categories and brands of an imported product; undefined if the file has no column for them. */
export interface ImportedLabels {
  categoryIds: string[] | undefined;
  brandIds: string[] | undefined;
}

/** An imported product, merged with the product of the store. */
export interface Merged {
  /** A new product is a draft and new variants are inactive, so that neither is sold before it has its price. */
  record: ProductRecord;
  /** Variant of each variant in the file, in their order. */
  variantIds: string[];
  /** The product must be published in the end. */
  publish: boolean;
  /** Variants that must be active in the end. */
  activate: string[];
}

/**
 * Returns true when an import still changes a product after its fields are written: its prices, costs or states. Stock
 * is ignored.
 */
export function isChangedBeyondFields(
  imported: ImportedProduct,
  { record, variantIds, publish, activate }: Merged,
): boolean {
  if (publish || activate.length > 0) return true;
  const { prices, costs, compareAt } = amountChanges(record.product, imported, variantIds);
  return prices !== undefined || costs !== undefined || compareAt !== undefined;
}

/** Makes a new product from an imported one. */
export function createdByImport(
  problems: Problems,
  storeId: string,
  imported: ImportedProduct,
  labels: ImportedLabels,
  ids: NewProductIds,
): Merged {
  const request: CreateProductRequest = {
    ...CreateProductRequest.decode(new Uint8Array(0)),
    name: imported.name ?? '',
    description: imported.description ?? undefined,
    shortDescription: imported.shortDescription ?? undefined,
    sku: imported.sku ?? undefined,
    barcode: imported.barcode ?? undefined,
    type: imported.isService === true ? ProductType.SERVICE : undefined,
    images: imported.images ?? [],
    categoryIds: labels.categoryIds ?? [],
    brandIds: labels.brandIds ?? [],
    tags: imported.tags ?? [],
    isActive: imported.isActive,
    variantAxes: imported.axes,
    variants: imported.variants.map((variant) => ({
      sku: variant.sku ?? undefined,
      barcode: variant.barcode ?? undefined,
      name: variant.name,
      attributes: attributesOf(imported, variant),
      images: variant.images ?? [],
      isActive: variant.isActive,
    })),
    ivaRateBp: imported.ivaRateBp,
    weight: imported.weight,
    draft: true,
  };
  const created = newProduct(problems, storeId, request, ids);
  const record = withAlts(problems, created, imported.imageAlts);
  const visibility = ProductVisibility[imported.visibility ?? 'PUBLIC'];
  return {
    record: { ...record, product: { ...record.product, slug: imported.handle, visibility } },
    variantIds: record.product.variants.map(({ id }) => id),
    publish: imported.status !== 'draft',
    activate: [],
  };
}

/** Applies an imported product to an existing one. */
export function changedByImport(
  problems: Problems,
  before: ProductRecord,
  imported: ImportedProduct,
  labels: ImportedLabels,
  newVariantId: () => string,
): Merged {
  const matched = matchVariants(problems, before, imported);
  const added: string[] = [];
  const shaped =
    matched === undefined
      ? before
      : withVariants(problems, before, shapeOf(before, imported, matched), () => {
          const id = newVariantId();
          added.push(id);
          return id;
        });
  let next = 0;
  const variantIds = (matched ?? []).map((variant) => variant?.id ?? added[next++] ?? '');
  const activate = imported.variants.flatMap((variant, at) =>
    matched?.[at] === undefined && variant.isActive !== false ? [variantIds[at]!] : [],
  );
  const record = changedProduct(problems, shaped, {
    ...updateOf(before, imported, labels),
    // A published product cannot become a draft again: it becomes inactive.
    isActive: imported.status === 'draft' && !before.draft ? false : imported.isActive,
    variants: (matched ?? []).map((variant, at) =>
      variantUpdate(imported.variants[at]!, variantIds[at]!, variant === undefined),
    ),
  });
  const publish = before.draft && imported.status !== undefined && imported.status !== 'draft';
  return { record, variantIds, publish, activate };
}

function withAlts(
  problems: Problems,
  record: ProductRecord,
  byUrl: Record<string, string> | undefined,
): ProductRecord {
  if (byUrl === undefined) return record;
  return { ...record, product: { ...record.product, imageAlts: imageAlts(problems, { byUrl }) } };
}

/** Alternative texts after an import: a file has none of images that only variants have, so these stay. */
const altsOf = (before: Product, { imageAlts: byUrl }: ImportedProduct): ImageAlts | undefined =>
  byUrl && { byUrl: { ...before.imageAlts?.byUrl, ...byUrl } };

const attributesOf = ({ axes }: ImportedProduct, { values }: ImportedVariant) =>
  axes.map((name, at) => ({ name, value: values[at] ?? '' }));

/**
 * Matches the variants of a file with those of a product: by their options, else by SKU.
 * @returns the variant for each in the file, undefined for a new one; undefined as a whole when the file has no
 * variants, or when they
 *   cannot be matched, which is a problem
 */
function matchVariants(
  problems: Problems,
  { product }: ProductRecord,
  imported: ImportedProduct,
): (Variant | undefined)[] | undefined {
  if (imported.axes.length === 0) {
    if (product.variants.length > 0)
      problems.add('variants', 'The product has variants in the catalog, but none in the file.');
    return undefined;
  }
  const left = new Map(product.variants.map((variant) => [keyOf(variant.attributes), variant]));
  const matched = imported.variants.map((variant) => take(left, keyOf(attributesOf(imported, variant))));
  const bySku = uniqueBySku([...left.entries()], imported);
  for (const [at, { sku }] of imported.variants.entries()) {
    const key = matched[at] === undefined && sku ? bySku.get(sku) : undefined;
    if (key !== undefined) matched[at] = take(left, key);
  }
  const sameAxes = new Set([...product.variantAxes, ...imported.axes]).size === product.variantAxes.length;
  if (left.size > 0 && (!sameAxes || imported.axes.length !== product.variantAxes.length)) {
    problems.add(
      'variants',
      `The product has the options ${product.variantAxes.join(', ')} in the catalog, but ${imported.axes.join(', ')} in the file.`,
    );
    return undefined;
  }
  return matched;
}

const keyOf = (attributes: { name: string; value: string }[]): string =>
  JSON.stringify(attributes.map(({ name, value }) => JSON.stringify([name, value])).toSorted(inOrder));

const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function take<K, V>(map: Map<K, V>, key: K): V | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}

const repeated = (skus: (string | null | undefined)[]) =>
  new Set(skus.filter((sku, at) => sku && skus.indexOf(sku) !== at));

/** Keys of variants by SKU, without SKUs that occur twice in the product or in the file. */
function uniqueBySku(left: [string, Variant][], { variants }: ImportedProduct): Map<string, string> {
  const ambiguous = new Set([
    ...repeated(left.map(([, { sku }]) => sku)),
    ...repeated(variants.map(({ sku }) => sku)),
  ]);
  return new Map(
    left.flatMap(([key, { sku }]) => (sku === undefined || ambiguous.has(sku) ? [] : [[sku, key] as const])),
  );
}

/** Builds the request that gives a product its variants: existing ones keep their positions, new ones follow. */
function shapeOf({ product }: ProductRecord, imported: ImportedProduct, matched: (Variant | undefined)[]) {
  const attributes = new Map(
    matched.flatMap((variant, at) =>
      variant === undefined ? [] : [[variant.id, attributesOf(imported, imported.variants[at]!)] as const],
    ),
  );
  const none = { sku: undefined, barcode: undefined, isActive: undefined };
  const kept: ChangeVariantsRequest_VariantOrNew[] = product.variants.map(({ id }) => ({
    ...none,
    id,
    attributes: attributes.get(id) ?? [],
  }));
  const added = imported.variants
    .filter((_, at) => matched[at] === undefined)
    .map((variant) => ({ ...none, id: undefined, attributes: attributesOf(imported, variant) }));
  return { productId: product.id, variantAxes: imported.axes, variants: [...kept, ...added] };
}

function updateOf(
  { product }: ProductRecord,
  imported: ImportedProduct,
  { categoryIds, brandIds }: ImportedLabels,
): UpdateProductRequest {
  return {
    ...UpdateProductRequest.decode(new Uint8Array(0)),
    id: product.id,
    name: imported.name,
    description: newText(imported.description),
    shortDescription: newText(imported.shortDescription),
    sku: newText(imported.sku),
    barcode: newText(imported.barcode),
    images: newTexts(imported.images),
    imageAlts: altsOf(product, imported),
    tags: newTexts(imported.tags),
    categoryIds: newTexts(categoryIds),
    brandIds: newTexts(brandIds),
    visibility: imported.visibility && ProductVisibility[imported.visibility],
    type: typeOf(imported),
    ivaRateBp: imported.ivaRateBp,
    weight: imported.weight,
  };
}

function typeOf({ isService, axes }: ImportedProduct): ProductType | undefined {
  if (isService === undefined || axes.length > 0) return undefined;
  return isService ? ProductType.SERVICE : ProductType.SIMPLE;
}

function variantUpdate(
  variant: ImportedVariant,
  id: string,
  isNew: boolean,
): UpdateProductRequest_VariantChange {
  return {
    id,
    sku: newText(variant.sku),
    barcode: newText(variant.barcode),
    name: variant.name,
    attributes: [],
    images: newTexts(variant.images),
    isActive: isNew ? false : variant.isActive,
  };
}

const newText = (value: string | null | undefined): NullableString | undefined =>
  value === undefined ? undefined : { value: value ?? undefined };

const newTexts = (values: string[] | undefined): StringList | undefined =>
  values === undefined ? undefined : { values };

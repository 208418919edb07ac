import {
  CreateProductRequest,
  UpdateProductRequest,
  type ChangeVariantsRequest_VariantOrNew,
  type NullableString,
  type StringList,
  type UpdateProductRequest_VariantChange,
  type Variant,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ImportedProduct, ImportedVariant } from './csv/imported-product.ts';
import { amountChanges } from './import-amounts.ts';
import type { Problems } from './problems.ts';
import { newProduct, type NewProductIds } from './product-create.ts';
import { changedProduct } from './product-update.ts';
import { withVariants } from './product-variants.ts';
import { isSame, type ProductRecord } from './product.ts';

/** The ids of the categories and brands of an imported product; undefined where the file has no column for them. */
export interface ImportedLabels {
  categoryIds: string[] | undefined;
  brandIds: string[] | undefined;
}

/** What an imported product becomes. */
export interface Merged {
  /** A new product as a draft, new variants of one that was there inactive: nothing is sold before it has its price. */
  record: ProductRecord;
  /** The variant of each of the file's, in their order. */
  variantIds: string[];
  /** It is to be no draft in the end. */
  publish: boolean;
  /** Variants that are to be active in the end. */
  activate: string[];
}

/** Whether an import changes a product: what the API tells of it, its prices or costs. Stock is not looked at. */
export function isChangedByImport(
  before: ProductRecord | undefined,
  imported: ImportedProduct,
  { record, variantIds, publish, activate }: Merged,
): boolean {
  if (before === undefined || publish || activate.length > 0 || !isSame(before, record)) return true;
  const { prices, costs, compareAt } = amountChanges(record.product, imported, variantIds);
  return prices !== undefined || costs !== undefined || compareAt !== undefined;
}

/** An imported product as a new one. */
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
    type: imported.isService === true ? 'service' : undefined,
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
  const record = newProduct(problems, storeId, request, ids);
  const visibility = imported.visibility ?? 'PUBLIC';
  return {
    record: { ...record, product: { ...record.product, slug: imported.handle, visibility } },
    variantIds: record.product.variants.map(({ id }) => id),
    publish: imported.status !== 'draft',
    activate: [],
  };
}

/** A product as an import changes it. */
export function changedByImport(
  problems: Problems,
  before: ProductRecord,
  imported: ImportedProduct,
  labels: ImportedLabels,
  newVariantId: () => string,
): Merged {
  const placed = placeVariants(problems, before, imported);
  const added: string[] = [];
  const shaped =
    placed === undefined
      ? before
      : withVariants(problems, before, shapeOf(before, imported, placed), () => {
          const id = newVariantId();
          added.push(id);
          return id;
        });
  let next = 0;
  const variantIds = (placed ?? []).map((variant) => variant?.id ?? added[next++] ?? '');
  const activate = imported.variants.flatMap((variant, at) =>
    placed?.[at] === undefined && variant.isActive !== false ? [variantIds[at]!] : [],
  );
  const record = changedProduct(problems, shaped, {
    ...updateOf(before, imported, labels),
    // What is sold already cannot become a draft: it is made inactive.
    isActive: imported.status === 'draft' && !before.draft ? false : imported.isActive,
    variants: (placed ?? []).map((variant, at) =>
      variantUpdate(imported.variants[at]!, variantIds[at]!, variant === undefined),
    ),
  });
  const publish = before.draft && imported.status !== undefined && imported.status !== 'draft';
  return { record, variantIds, publish, activate };
}

const attributesOf = ({ axes }: ImportedProduct, { values }: ImportedVariant) =>
  axes.map((name, at) => ({ name, value: values[at] ?? '' }));

/**
 * Which of a product's variants each of the file's is: the one of the same options, else the one of the same SKU.
 * @returns undefined for each new variant; nothing when the variants cannot be matched, which is a problem, or there are none
 */
function placeVariants(
  problems: Problems,
  { product }: ProductRecord,
  imported: ImportedProduct,
): (Variant | undefined)[] | undefined {
  if (imported.axes.length === 0) {
    if (product.variants.length > 0)
      problems.add('variants', 'The product has variants in the catalogue, and none in the file.');
    return undefined;
  }
  const left = new Map(product.variants.map((variant) => [keyOf(variant.attributes), variant]));
  const placed = imported.variants.map((variant) => take(left, keyOf(attributesOf(imported, variant))));
  const bySku = uniqueBySku([...left.entries()], imported);
  for (const [at, { sku }] of imported.variants.entries()) {
    const key = placed[at] === undefined && sku ? bySku.get(sku) : undefined;
    if (key !== undefined) placed[at] = take(left, key);
  }
  const sameAxes = new Set([...product.variantAxes, ...imported.axes]).size === product.variantAxes.length;
  if (left.size > 0 && (!sameAxes || imported.axes.length !== product.variantAxes.length)) {
    problems.add(
      'variants',
      `The product has the options ${product.variantAxes.join(', ')} in the catalogue, and ${imported.axes.join(', ')} in the file.`,
    );
    return undefined;
  }
  return placed;
}

const keyOf = (attributes: { name: string; value: string }[]): string =>
  JSON.stringify(attributes.map(({ name, value }) => JSON.stringify([name, value])).toSorted(inOrder));

const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function take<K, V>(map: Map<K, V>, key: K): V | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}

const twice = (skus: (string | null | undefined)[]) =>
  new Set(skus.filter((sku, at) => sku && skus.indexOf(sku) !== at));

/** The keys of variants by their SKUs, where neither the product nor the file has the SKU twice. */
function uniqueBySku(left: [string, Variant][], { variants }: ImportedProduct): Map<string, string> {
  const unclear = new Set([
    ...twice(left.map(([, { sku }]) => sku)),
    ...twice(variants.map(({ sku }) => sku)),
  ]);
  return new Map(
    left.flatMap(([key, { sku }]) => (sku === undefined || unclear.has(sku) ? [] : [[sku, key] as const])),
  );
}

/** Variants that are there keep their places, new ones come after them. */
function shapeOf({ product }: ProductRecord, imported: ImportedProduct, placed: (Variant | undefined)[]) {
  const attributes = new Map(
    placed.flatMap((variant, at) =>
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
    .filter((_, at) => placed[at] === undefined)
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
    tags: newTexts(imported.tags),
    categoryIds: newTexts(categoryIds),
    brandIds: newTexts(brandIds),
    visibility: imported.visibility,
    type: typeOf(imported),
    ivaRateBp: imported.ivaRateBp,
    weight: imported.weight,
  };
}

function typeOf({ isService, axes }: ImportedProduct): string | undefined {
  if (isService === undefined || axes.length > 0) return undefined;
  return isService ? 'service' : 'simple';
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

import * as z from 'zod';
import type { Brand, Category } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductStatus, ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumKeys, enumNames } from '@commerce/proto/enum.ts';
import type { Json } from '../json.ts';
import { answers, answersFile, consoleRoute, idList, pageQuery, version, type PageOf } from '../route.ts';
import { imageRoutes } from './product-images.ts';
import { importRoutes } from './product-imports.ts';
import type { BulkProgress, EditedProduct, ListedProduct, SheetProduct } from './product-messages.ts';

export const PRODUCT_STATUSES = enumNames(ProductStatus);
export const VISIBILITIES = enumKeys(ProductVisibility);
export const PRODUCT_TYPES = enumNames(ProductType);
export const WEIGHT_UNITS = ['g', 'kg', 'lb', 'oz'] as const;

/** Maximum number of products of a page of the sheet. */
export const MAX_SHEET = 100;
/** Maximum number of selected products in an exported file. Their ids have to fit into a URL. */
export const MAX_EXPORTED = 200;

const id = z.string().min(1).max(64);
const ids = (max: number) => z.array(id).max(max);
const text = (max: number) => z.string().max(max);
const urls = (max: number) => z.array(text(2_048)).max(max);
const codes = { sku: text(500).optional(), barcode: text(500).optional() };

/** Fields of new and of existing products; an empty string means none. */
const commonFields = {
  description: text(100_000).optional(),
  shortDescription: text(5_000).optional(),
  ...codes,
  type: z.enum(['simple', 'service']).optional(),
  images: urls(100).optional(),
  categoryIds: ids(100).optional(),
  brandIds: ids(50).optional(),
  tags: z.array(text(500)).max(500).optional(),
  shopIds: ids(1_000).optional(),
  isActive: z.boolean().optional(),
  /** In hundredths of a percent. */
  ivaRateBp: z.number().int().min(-1).max(100_000).optional(),
  /** In thousandths of the unit. */
  weight: z
    .strictObject({ milli: z.number().int().min(0).max(10_000_000_000), unit: z.enum(WEIGHT_UNITS) })
    .optional(),
};

const attributes = z.array(z.strictObject({ name: text(200), value: text(1_000) })).max(10);

/** A draft, with its variants. */
const newProductBody = z.strictObject({
  ...commonFields,
  name: text(1_000),
  axes: z.array(text(200)).max(10).optional(),
  variants: z
    .array(
      z.strictObject({ attributes, ...codes, images: urls(50).optional(), isActive: z.boolean().optional() }),
    )
    .max(300)
    .optional(),
});
export type NewProductBody = z.output<typeof newProductBody>;

/** Writable fields of a product. */
const productFields = z.strictObject({
  version,
  ...commonFields,
  name: text(1_000).optional(),
  slug: text(500).optional(),
  /** Alternative texts of all images; replaces those of before. */
  imageAlts: z
    .array(z.strictObject({ url: text(2_048), alt: text(1_000) }))
    .max(300)
    .optional(),
  visibility: z.enum(VISIBILITIES).optional(),
  variants: z
    .array(
      z.strictObject({
        id,
        ...codes,
        name: text(1_000).optional(),
        images: urls(50).optional(),
        isActive: z.boolean().optional(),
      }),
    )
    .max(250)
    .optional(),
  /** Publishes a draft. */
  publish: z.boolean().optional(),
});
export type ProductFieldsBody = z.output<typeof productFields>;

const variantsBody = z.strictObject({
  version,
  axes: z.array(text(200)).max(10),
  variants: z
    .array(
      z.strictObject({
        /** Absent for a new variant. */
        id: id.optional(),
        attributes,
        ...codes,
      }),
    )
    .max(300),
});
export type VariantsBody = z.output<typeof variantsBody>;

const label = z.strictObject({
  name: text(1_000),
  isActive: z.boolean(),
  /** https URL; empty for none. */
  image: text(2_048),
});
const categoryBody = label.extend({ parentId: id.nullable() });
/** Filters of a product list. */
const productFilter = {
  q: text(200).optional(),
  status: z.enum(PRODUCT_STATUSES).optional(),
  visibility: z.enum(VISIBILITIES).optional(),
  type: z.enum(PRODUCT_TYPES).optional(),
  category: id.optional(),
  brand: id.optional(),
};
/** Filters of a product list, as in its query. */
export type ProductFilter = z.output<z.ZodObject<typeof productFilter>>;

const STORE = '/console/api/stores/:store';
const edit = { store: 'editProducts' } as const;
const see = { store: 'see' } as const;

export const productRoutes = {
  /** Products, including drafts. */
  list: consoleRoute({
    method: 'GET',
    path: `${STORE}/products`,
    access: see,
    query: z.strictObject({
      ...pageQuery,
      ...productFilter,
      sort: z.enum(['changed', 'name']).default('changed'),
    }),
    answer: answers<PageOf<ListedProduct>>(),
  }),
  /** Products for the bulk edit: those that match a filter, or those selected. */
  sheet: consoleRoute({
    method: 'GET',
    path: `${STORE}/product-sheet`,
    access: see,
    query: z.strictObject({
      ...pageQuery,
      ...productFilter,
      sort: z.enum(['changed', 'name']).default('changed'),
      /** Only these products, instead of a filter; separated by commas. */
      products: idList(MAX_SHEET).optional(),
    }),
    answer: answers<PageOf<SheetProduct>>(),
  }),
  get: consoleRoute({
    method: 'GET',
    path: `${STORE}/products/:product`,
    access: see,
    answer: answers<EditedProduct>(),
  }),
  /** Creates a draft. */
  create: consoleRoute({
    method: 'POST',
    path: `${STORE}/products`,
    access: edit,
    body: newProductBody,
    answer: answers<EditedProduct['product']>(),
  }),
  update: consoleRoute({
    method: 'PATCH',
    path: `${STORE}/products/:product`,
    access: edit,
    body: productFields,
    answer: answers<EditedProduct['product']>(),
  }),
  /** Replaces the axes and variants; variants left out are removed. 409 `has_reservations`. */
  changeVariants: consoleRoute({
    method: 'PUT',
    path: `${STORE}/products/:product/variants`,
    access: edit,
    body: variantsBody,
    answer: answers<EditedProduct['product']>(),
  }),
  /** Retires a product. 409 `has_reservations`. */
  remove: consoleRoute({
    method: 'DELETE',
    path: `${STORE}/products/:product`,
    access: edit,
    answer: answers<{ id: string }>(),
  }),
  /** Starts a bulk edit of the selected products. */
  bulkEdit: consoleRoute({
    method: 'POST',
    path: `${STORE}/product-edits`,
    access: edit,
    body: z.strictObject({
      products: z.array(id).min(1).max(1_000),
      visibility: z.enum(VISIBILITIES).optional(),
      isActive: z.boolean().optional(),
      addTags: z.array(text(500)).max(50).default([]),
      removeTags: z.array(text(500)).max(50).default([]),
      addCategory: id.optional(),
      removeCategory: id.optional(),
    }),
    answer: answers<{ id: string }>(),
  }),
  bulkProgress: consoleRoute({
    method: 'GET',
    path: `${STORE}/product-edits/:job`,
    access: see,
    answer: answers<BulkProgress>(),
  }),

  categories: consoleRoute({
    method: 'GET',
    path: `${STORE}/categories`,
    access: see,
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<Json<Category>>>(),
  }),
  createCategory: consoleRoute({
    method: 'POST',
    path: `${STORE}/categories`,
    access: edit,
    body: categoryBody,
    answer: answers<Json<Category>>(),
  }),
  updateCategory: consoleRoute({
    method: 'PUT',
    path: `${STORE}/categories/:category`,
    access: edit,
    body: categoryBody.extend({ version }),
    answer: answers<Json<Category>>(),
  }),
  /** 409 `in_use`. */
  removeCategory: consoleRoute({
    method: 'DELETE',
    path: `${STORE}/categories/:category`,
    access: edit,
    answer: answers<{ id: string }>(),
  }),
  brands: consoleRoute({
    method: 'GET',
    path: `${STORE}/brands`,
    access: see,
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<Json<Brand>>>(),
  }),
  createBrand: consoleRoute({
    method: 'POST',
    path: `${STORE}/brands`,
    access: edit,
    body: label,
    answer: answers<Json<Brand>>(),
  }),
  updateBrand: consoleRoute({
    method: 'PUT',
    path: `${STORE}/brands/:brand`,
    access: edit,
    body: label.extend({ version }),
    answer: answers<Json<Brand>>(),
  }),
  /** 409 `in_use`. */
  removeBrand: consoleRoute({
    method: 'DELETE',
    path: `${STORE}/brands/:brand`,
    access: edit,
    answer: answers<{ id: string }>(),
  }),

  ...imageRoutes,

  ...importRoutes,
  /** Products matching a filter as a file, with the quantities of a shop, and with costs for roles that may see them. */
  export: consoleRoute({
    method: 'GET',
    path: `${STORE}/products.csv`,
    access: see,
    query: z.strictObject({
      ...productFilter,
      shop: id.optional(),
      /** Only these products, instead of a filter; separated by commas. */
      products: idList(MAX_EXPORTED).optional(),
    }),
    answer: answersFile(),
  }),
};

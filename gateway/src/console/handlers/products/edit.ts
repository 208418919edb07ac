import { ProductStatus, ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumKey, enumName, enumValue } from '@commerce/proto/enum.ts';
import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import { UpdateProductRequest, type Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductOrder, type ProductSummary } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { Permission } from '@commerce/console-api/access.ts';
import type { EditedProduct, ListedProduct } from '@commerce/console-api/routes/product-messages.ts';
import type { ProductFieldsBody, productRoutes } from '@commerce/console-api/routes/products.ts';
import { requireId } from '../../../edge/ids.ts';
import { required } from '../../../edge/required.ts';
import type { HandlersOf } from '../../handler.ts';
import { toJson } from '../../to-json.ts';
import { amountsOf, pricesOf } from '../prices/amounts.ts';
import { createOf, nonEmpty } from './create.ts';
import { filterOf } from './filter.ts';

type Edit = Pick<
  typeof productRoutes,
  'list' | 'get' | 'create' | 'update' | 'changeVariants' | 'remove' | 'bulkEdit' | 'bulkProgress'
>;

export const editHandlers: HandlersOf<Edit> = {
  list: async ({ ctx, services, cursor, query }) => {
    const { sort, cursor: at, limit, ...filter } = query;
    const page = await services.catalog.searchProducts(ctx, {
      ...filterOf(filter),
      order: enumValue(ProductOrder, sort),
      limit,
      pageToken: cursor.open(at),
    });
    return { items: page.products.map(summaryOf), nextCursor: cursor.seal(page.nextPageToken) };
  },

  get: async ({ ctx, services, params, may }) => {
    const id = requireId('prd', params.product);
    const [{ product, isDraft }, prices] = await Promise.all([
      services.catalog.getProductForEditing(ctx, { id }),
      pricesOf(ctx, services, [id]),
    ]);
    const amounts = amountsOf(required(product), prices.get(id), may('seeCosts'));
    return { product: shown(required(product), may), isDraft, amounts };
  },

  create: async ({ ctx, services, body, may }) => {
    const { product } = await services.catalog.createProduct(ctx, createOf(body));
    return shown(required(product), may);
  },

  update: async ({ ctx, services, params, body, may }) => {
    const id = requireId('prd', params.product);
    const { product } = await services.catalog.updateProduct(ctx, updateOf(id, body));
    return shown(required(product), may);
  },

  changeVariants: async ({ ctx, services, params, body, may }) => {
    const { product } = await services.catalog.changeVariants(ctx, {
      productId: requireId('prd', params.product),
      expectedVersion: body.version,
      variantAxes: body.axes,
      variants: body.variants.map((variant) => ({
        id: variant.id,
        attributes: variant.attributes,
        sku: nonEmpty(variant.sku),
        barcode: nonEmpty(variant.barcode),
        isActive: undefined,
      })),
    });
    return shown(required(product), may);
  },

  remove: async ({ ctx, services, params }) => {
    const id = requireId('prd', params.product);
    await services.catalog.deleteProduct(ctx, { id, includeDrafts: true });
    return { id };
  },

  bulkEdit: async ({ ctx, services, body }) => {
    const { jobId } = await services.catalog.startBulkProductEdit(ctx, {
      selection: { by: { $case: 'ids', value: { ids: body.products } } },
      edit: {
        visibility: body.visibility && ProductVisibility[body.visibility],
        isActive: body.isActive,
        addTags: body.addTags,
        removeTags: body.removeTags,
        addCategoryId: body.addCategory,
        removeCategoryId: body.removeCategory,
        ivaRateBp: undefined,
      },
    });
    return { id: jobId };
  },

  bulkProgress: async ({ ctx, services, params }) => {
    const job = await services.catalog.getBulkJob(ctx, { id: requireId('job', params.job) });
    return {
      state: enumName(BulkJobState, job.state),
      total: job.total,
      done: job.done,
      failure: job.failure,
    };
  },
};

const wordsOf = ({ type, visibility }: Pick<Product, 'type' | 'visibility'>) => ({
  type: enumName(ProductType, type),
  visibility: enumKey(ProductVisibility, visibility),
});

const summaryOf = (product: ProductSummary): ListedProduct => ({
  ...toJson(product),
  ...wordsOf(product),
  status: enumName(ProductStatus, product.status),
});

/** Product in its console form, without costs if the person may not see them. */
function shown(product: Product, may: (permission: Permission) => boolean): EditedProduct['product'] {
  const view = { ...toJson(product), ...wordsOf(product) } as EditedProduct['product'];
  if (may('seeCosts')) return view;
  const { costCentavos: _own, variants, ...rest } = view;
  return { ...rest, variants: variants.map(({ costCentavos: _cost, ...variant }) => variant) };
}

const newText = (text: string | undefined) => (text === undefined ? undefined : { value: nonEmpty(text) });
const newTexts = (values: string[] | undefined) => (values === undefined ? undefined : { values });

function updateOf(id: string, body: ProductFieldsBody): UpdateProductRequest {
  const { name, slug, type, visibility, isActive, ivaRateBp, weight, publish = false } = body;
  return {
    ...UpdateProductRequest.decode(new Uint8Array(0)),
    id,
    expectedVersion: body.version,
    name,
    slug,
    type: type && enumValue(ProductType, type),
    visibility: visibility && ProductVisibility[visibility],
    isActive,
    ivaRateBp,
    weight,
    publish,
    description: newText(body.description),
    shortDescription: newText(body.shortDescription),
    sku: newText(body.sku),
    barcode: newText(body.barcode),
    images: newTexts(body.images),
    imageAlts: body.imageAlts && {
      byUrl: Object.fromEntries(body.imageAlts.map(({ url, alt }) => [url, alt])),
    },
    categoryIds: newTexts(body.categoryIds),
    brandIds: newTexts(body.brandIds),
    tags: newTexts(body.tags),
    shopIds: newTexts(body.shopIds),
    variants: (body.variants ?? []).map(({ sku, barcode, images, ...variant }) => ({
      id: variant.id,
      name: variant.name,
      isActive: variant.isActive,
      sku: newText(sku),
      barcode: newText(barcode),
      images: newTexts(images),
      attributes: [],
    })),
    includeDrafts: true,
  };
}

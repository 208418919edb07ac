import { ProductStatus } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { ProductSummary } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { ProductPrices } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { EditedPrices } from '@commerce/console-api/routes/price-messages.ts';
import type { priceRoutes, PricesBody } from '@commerce/console-api/routes/prices.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { requireId } from '../../../edge/ids.ts';
import { required } from '../../../edge/required.ts';
import type { Services } from '../../../grpc/services.ts';
import type { HandlersOf } from '../../handler.ts';
import { productsOf, searchProducts, variantLabel, type Products } from '../named.ts';
import { amountsOf, pricesOf } from './amounts.ts';

/** Maximum page size of pricing. */
const MAX_PAGE = 100;

type Edit = Pick<typeof priceRoutes, 'list' | 'edit'>;

export const editHandlers: HandlersOf<Edit> = {
  list: async ({ ctx, services, cursor, query, may }) => {
    const limit = Math.min(query.limit, MAX_PAGE);
    const search = { text: query.q ?? '', limit, pageToken: cursor.open(query.cursor) };
    const { products, nextPageToken } = await searchProducts(ctx, services, search);
    const productIds = products.map(({ id }) => id);
    const [prices, named] = await Promise.all([
      pricesOf(ctx, services, productIds),
      productsOf(ctx, services, productIds),
    ]);
    const items = products.map((product) => listed(product, prices.get(product.id), named, may('seeCosts')));
    return { items, nextCursor: cursor.seal(nextPageToken) };
  },

  edit: async ({ ctx, services, params, body, may }) => {
    const hasCosts =
      body.costCentavos !== undefined || body.variants.some((v) => v.costCentavos !== undefined);
    if (hasCosts && !may('seeCosts'))
      throw new Fault('insufficient_scope', 'Your role in this store does not include costs.', {
        details: [{ reason: 'forbidden', message: 'Your role in this store does not include costs.' }],
      });
    const productId = requireId('prd', params.product);
    const { expectedVersion, priceCentavos, compareAtCentavos, costCentavos } = body;
    const variants = body.variants.map(variantEdit);
    const isAsRead =
      body.productVersion !== undefined &&
      body.productVersion === (await productVersionOf(ctx, services, productId));
    const { product } = await services.pricing.editPrices(ctx, {
      productId,
      expectedVersion,
      priceCentavos,
      compareAt: compareAtEdit(compareAtCentavos),
      cost: costEdit(costCentavos, { $case: 'unknownCost', value: true } as const),
      variants,
    });
    const prices = await pricesOf(ctx, services, [productId]);
    return {
      version: prices.get(productId)?.version ?? null,
      productVersion: product !== undefined && isAsRead ? versionOf(product) : null,
    };
  },
};

const versionOf = ({ updatedAtMs }: { updatedAtMs: number }): string => new Date(updatedAtMs).toISOString();

async function productVersionOf(ctx: Context, { catalog }: Services, id: string): Promise<string> {
  const { product } = await catalog.getProductForEditing(ctx, { id });
  return versionOf(required(product));
}

function variantEdit(variant: PricesBody['variants'][number]) {
  const { id: variantId, priceCentavos, compareAtCentavos, costCentavos } = variant;
  return {
    variantId,
    priceCentavos,
    compareAt: compareAtEdit(compareAtCentavos),
    cost: costEdit(costCentavos, { $case: 'costOfProduct', value: true } as const),
  };
}

/** Compare-at price to set, remove (null) or leave unchanged (undefined). */
function compareAtEdit(compareAtCentavos: number | null | undefined) {
  if (compareAtCentavos === undefined) return undefined;
  return compareAtCentavos === null
    ? ({ $case: 'noCompareAtPrice', value: true } as const)
    : ({ $case: 'compareAtPriceCentavos', value: compareAtCentavos } as const);
}

/** Cost to set, remove (null: becomes `none`) or leave unchanged (undefined). */
function costEdit<None>(costCentavos: number | null | undefined, none: None) {
  if (costCentavos === undefined) return undefined;
  return costCentavos === null ? none : ({ $case: 'costCentavos', value: costCentavos } as const);
}

function listed(
  product: ProductSummary,
  prices: ProductPrices | undefined,
  named: Products,
  seesCosts: boolean,
): EditedPrices {
  const { id, name, sku = null, status } = product;
  const amounts = amountsOf(product, prices, seesCosts);
  const variants = new Map(named.get(id)?.variants.map((variant) => [variant.id, variant]));
  return {
    ...amounts,
    id,
    name,
    sku,
    isDraft: status === ProductStatus.DRAFT,
    variants: amounts.variants.map((each) => {
      const variant = variants.get(each.variantId);
      return {
        ...each,
        name: variant === undefined ? each.variantId : variantLabel(variant),
        sku: variant?.sku ?? null,
      };
    }),
  };
}

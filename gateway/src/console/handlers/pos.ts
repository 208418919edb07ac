import { enumName, enumValue } from '@commerce/proto/enum.ts';
import type { TillItem } from '@commerce/proto/commerce/orders/v1/till.ts';
import { OrderSource, PaymentGateway, SaleRefusal } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { posRoutes, Sellable } from '@commerce/console-api/routes/pos.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { required } from '../../edge/required.ts';
import type { HandlersOf } from '../handler.ts';
import { detailOf } from './order-messages.ts';

/** Number of tiles on a screen. */
const FOUND = 24;

export const posHandlers: HandlersOf<typeof posRoutes> = {
  scan: async ({ ctx, services, query: { shop: shopId, code } }) => {
    const { items } = await services.till.findItemsByCode(ctx, { shopId, code });
    return { items: items.map(sellableOf) };
  },
  search: async ({ ctx, services, query: { shop: shopId, q: text, category, ids, only } }) => {
    const { products } = await services.till.searchTillProducts(ctx, {
      shopId,
      text,
      limit: FOUND,
      categoryId: category,
      productIds: ids ?? [],
      onlySold: only === 'sold',
    });
    return {
      items: products.map(({ productId, name, sku, image, priceCentavos, variantCount }) => ({
        id: productId,
        name,
        sku: sku ?? null,
        image: image ?? null,
        priceCentavos: priceCentavos ?? null,
        variants: variantCount,
      })),
    };
  },
  product: async ({ ctx, services, params: { product: productId }, query: { shop: shopId } }) => {
    const { items } = await services.till.listProductItems(ctx, { shopId, productId });
    return { items: items.map(sellableOf) };
  },
  prices: async ({ ctx, services, body }) => {
    const { results } = await services.till.getTillPrices(ctx, body);
    return { prices: results.map(({ price }) => price ?? null) };
  },
  buyers: async ({ ctx, services, query }) => {
    const { customers } = await services.customers.searchCustomers(ctx, {
      text: query.q,
      contacts: false,
      erased: false,
      tag: '',
      limit: 10,
      pageToken: Buffer.alloc(0),
    });
    return { items: customers.map(({ id, name, email, phone }) => ({ id, name, email, phone })) };
  },
  sell: async ({ body, ...call }) => {
    if (body.payments.length === 0 && body.expectedTotalCentavos > 0)
      throw invalid('payments', 'Must add up to the total.');
    const { order } = await call.services.orders.createOrder(call.ctx, {
      ...body,
      source: OrderSource.POS,
      isDiscountLimited: !call.may('settings'),
      shipping: undefined,
      payments: body.payments.map((part) => ({ ...part, gateway: enumValue(PaymentGateway, part.gateway) })),
      // Used for a sale of 0 only.
      paymentGateway: PaymentGateway.CASH,
    });
    return { order: await detailOf(call, order!) };
  },
};

function sellableOf(item: TillItem): Sellable {
  const { price, refusal } = item;
  return {
    productId: item.productId,
    variantId: item.variantId ?? null,
    name: item.productName,
    variantName: item.variantName,
    sku: item.sku ?? null,
    image: item.image ?? null,
    refusal: refusal === undefined ? null : enumName(SaleRefusal, refusal),
    ...required(price),
    available: item.available ?? null,
  };
}

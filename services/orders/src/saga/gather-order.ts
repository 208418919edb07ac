import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type {
  CreateOrderRequest,
  LineItem,
  OrderCustomer,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { ResolvePricesResponse_Price } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault, invalid } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { FieldCheck } from '../domain/field-check.ts';
import { checkPriced, checkSold, checkTotal, lineItemOf, type NewLine } from '../domain/line-items.ts';
import { checkNewOrder, requireExpectedTotal } from '../domain/new-order.ts';
import type { Deps } from '../deps.ts';
import { orderExpiryMs } from '../store/store-setting.ts';
import { renameFields } from './rename-fields.ts';
import { shopIsKnown } from './shop-is-known.ts';

/** Why an order cannot have a buyer: unknown, or erased. */
export const NO_SUCH_CUSTOMER = 'The store has no such customer.';

/** What others know of an order to be made. */
export interface Gathered {
  lineItems: LineItem[];
  customer: OrderCustomer | undefined;
  expiryMs: number;
}

/**
 * Asks the catalog for names, customers for the buyer, and the price engine for prices and costs.
 * @throws Fault invalid_request naming every bad field and `lines[n]`; `price_changed`
 */
export async function gatherOrder(deps: Deps, ctx: Context, request: CreateOrderRequest): Promise<Gathered> {
  checkNewOrder(request);
  const [products, customer, shopExists, expiryMs] = await Promise.all([
    productsOf(deps, ctx, request),
    customerOf(deps, ctx, request.customerId),
    shopIsKnown(deps, ctx, request.shopId),
    orderExpiryMs(deps.db, storeOf(ctx)),
  ]);
  const lines = request.lines.map((line) => ({ line, product: products.get(line.productId ?? '') }));
  const check = new FieldCheck();
  if (!shopExists) check.refuse('shop_id', 'The store has no such shop.');
  if (request.customerId !== undefined && customer === undefined)
    check.refuse('customer_id', NO_SUCH_CUSTOMER);
  lines.forEach((line, n) => checkSold(check, `lines[${n}]`, line, request));
  check.done();

  const prices = await pricesOf(deps, ctx, request);
  lines.forEach((_line, n) => checkPriced(check, `lines[${n}]`, prices.get(n), request));
  const lineItems = lines.map((line, n) => lineItemOf(line, prices.get(n)));
  lineItems.forEach((item, n) => checkTotal(check, `lines[${n}]`, item));
  check.done();
  requireExpectedTotal(request, lineItems);
  return { lineItems, customer, expiryMs };
}

async function productsOf(
  { clients }: Deps,
  ctx: Context,
  { lines }: CreateOrderRequest,
): Promise<Map<string, Product>> {
  const storeId = storeOf(ctx);
  const ids = new Set(lines.map(({ productId = '' }) => productId).filter((id) => isId('prd', id)));
  if (ids.size === 0) return new Map();
  const keys = [...ids].map((id) => ({ storeId, id }));
  const { products } = await clients.catalog.batchGetProducts(childContext(ctx), { keys });
  return new Map(products.map((product) => [product.id, product]));
}

async function customerOf(
  { clients }: Deps,
  ctx: Context,
  id: string | undefined,
): Promise<OrderCustomer | undefined> {
  if (id === undefined || !isId('cus', id)) return undefined;
  const keys = [{ storeId: storeOf(ctx), id }];
  const { customers } = await clients.customers.batchGetCustomers(childContext(ctx), { keys });
  const [found] = customers;
  if (found === undefined || found.id === '' || found.erasedAtMs !== undefined) return undefined;
  const { name, email, phone } = found;
  return { id, name, email, phone };
}

/** Prices of the lines with a product, by the places of the lines. */
async function pricesOf(
  { clients }: Deps,
  ctx: Context,
  { shopId, priceListId, lines }: CreateOrderRequest,
): Promise<Map<number, ResolvePricesResponse_Price>> {
  const places = placesOfProducts(lines);
  if (places.length === 0) return new Map();
  const items = places.map((place) => {
    const { productId = '', variantId } = lines[place]!;
    return { productId, variantId };
  });
  try {
    const { prices } = await clients.pricing.resolvePrices(childContext(ctx), { shopId, priceListId, items });
    return new Map(places.map((place, n) => [place, prices[n]!]));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'not_found' && priceListId !== undefined)
      throw invalid('price_list_id', 'The store has no such price list.');
    throw renameFields(error, 'items', places);
  }
}

/** The places of the lines that sell a product. */
export const placesOfProducts = (lines: readonly NewLine['line'][]): number[] =>
  lines.flatMap(({ productId }, place) => (productId === undefined ? [] : [place]));

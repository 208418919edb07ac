import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { CreateOrderRequest, OrderCustomer } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type {
  ResolvePricesResponse_Price,
  ResolvePricesResponse_Result,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault, invalid } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { checkPriced, checkSold, checkTotal, lineItemOf, productLineIndexes } from '../domain/line-items.ts';
import {
  checkNewOrder,
  NO_SUCH_CUSTOMER,
  requireExpectedTotal,
  type GatheredOrder,
} from '../domain/new-order.ts';
import type { Deps } from '../deps.ts';
import { lookUpShop } from './look-up-shop.ts';

/**
 * Fetches names from catalog, the buyer from customers, and prices and costs from pricing.
 * @throws Fault invalid_request naming every bad field and `lines[n]`; `price_changed`
 */
export async function gatherOrder(
  deps: Deps,
  ctx: Context,
  request: CreateOrderRequest,
): Promise<GatheredOrder> {
  checkNewOrder(request);
  const [products, customer, shopExists] = await Promise.all([
    productsOf(deps, ctx, request),
    customerOf(deps, ctx, request.customerId),
    lookUpShop(deps, ctx, request.shopId),
  ]);
  const lines = request.lines.map((line) => ({ line, product: products.get(line.productId ?? '') }));
  const errors = new FieldErrors();
  if (!shopExists) errors.add('shop_id', 'The store has no such shop.');
  if (request.customerId !== undefined && customer === undefined) errors.add('customer_id', NO_SUCH_CUSTOMER);
  lines.forEach((line, n) => checkSold(errors, `lines[${n}]`, line, request));
  errors.throwIfAny();

  const prices = await pricesOf(deps, ctx, request);
  lines.forEach((_line, n) => checkPriced(errors, `lines[${n}]`, prices.get(n), request));
  const lineItems = lines.map((line, n) => lineItemOf(line, prices.get(n)));
  lineItems.forEach((item, n) => checkTotal(errors, `lines[${n}]`, item));
  errors.throwIfAny();
  requireExpectedTotal(request, lineItems);
  return { lineItems, customer };
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

/**
 * Prices of the lines with a product, by the index of the line.
 * @throws Fault invalid_request naming each `lines[n]` that pricing refuses
 */
async function pricesOf(
  { clients }: Deps,
  ctx: Context,
  { shopId, priceListId, lines }: CreateOrderRequest,
): Promise<Map<number, ResolvePricesResponse_Price>> {
  const indexes = productLineIndexes(lines);
  if (indexes.length === 0) return new Map();
  const items = indexes.map((index) => {
    const { productId = '', variantId } = lines[index]!;
    return { productId, variantId };
  });
  try {
    const { results } = await clients.pricing.resolvePrices(childContext(ctx), {
      shopId,
      priceListId,
      items,
    });
    return pricesByLine(indexes, results);
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found' && priceListId !== undefined)
      throw invalid('price_list_id', 'The store has no such price list.');
    throw error;
  }
}

function pricesByLine(
  indexes: number[],
  results: ResolvePricesResponse_Result[],
): Map<number, ResolvePricesResponse_Price> {
  const prices = new Map<number, ResolvePricesResponse_Price>();
  const errors = new FieldErrors();
  for (const [n, { result }] of results.entries()) {
    const index = indexes[n]!;
    if (result?.$case === 'ok') prices.set(index, result.value);
    else errors.add(`lines[${index}].${result!.value.field}`, result!.value.message);
  }
  errors.throwIfAny();
  return prices;
}

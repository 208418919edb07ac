import type { CreateOrderRequest, OrderCustomer } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import {
  checkNewOrder,
  NO_SUCH_CUSTOMER,
  requireExpectedTotal,
  type GatheredOrder,
} from '../domain/new-order.ts';
import { discountLines, requireWithinLimit } from '../domain/discount.ts';
import type { Deps } from '../deps.ts';
import { storeSettingsFind } from '../store/store-setting.ts';
import { gatherLines, productsOf } from './gather-lines.ts';
import { lookUpShop } from './look-up-shop.ts';

/**
 * Fetches names from catalog, the buyer from customers, and prices and costs from pricing.
 * @throws Fault invalid_request naming every bad field and `lines[n]`; `price_changed`; `discount_over_limit`
 */
export async function gatherOrder(
  deps: Deps,
  ctx: Context,
  request: CreateOrderRequest,
): Promise<GatheredOrder> {
  checkNewOrder(request);
  const [products, customer, shopExists] = await Promise.all([
    productsOf(deps, ctx, request.lines),
    customerOf(deps, ctx, request.customerId),
    lookUpShop(deps, ctx, request.shopId),
  ]);
  const errors = new FieldErrors();
  if (!shopExists) errors.add('shop_id', 'The store has no such shop.');
  if (request.customerId !== undefined && customer === undefined) errors.add('customer_id', NO_SUCH_CUSTOMER);
  const atFullPrice = await gatherLines(deps, ctx, request, products, errors);
  const lineItems = discountLines(request.lines, atFullPrice);
  if (request.isDiscountLimited) {
    const { discountLimitBp } = await storeSettingsFind(deps.db, storeOf(ctx));
    requireWithinLimit(request, lineItems, discountLimitBp);
  }
  requireExpectedTotal(request, lineItems);
  return { lineItems, customer };
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

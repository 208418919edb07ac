import { Order, type CreateOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type {
  RunSandboxActionRequest,
  RunSandboxActionResponse,
} from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { OrderSource, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Deps } from '../../deps.ts';
import { isSoldAt } from '../../domain/line-items.ts';
import { END_OF_TIME_MS } from '../../domain/order-search.ts';
import { needsPaymentConfirmation } from '../../domain/handover.ts';
import { gatewayOf, paymentStatusOf } from '../../domain/payment.ts';
import { customerAt, shippingTo } from '../../domain/sandbox/seed-plan.ts';
import { isBadEnd, isOpen, nextStatus } from '../../domain/status-flow.ts';
import { saleItemsOf } from '../../domain/till.ts';
import { orderSearch } from '../../store/order-search.ts';
import { statusFlowFind } from '../../store/status-flow.ts';
import { placeOrder } from '../place-order.ts';
import { chance, choose, chooseCustomer, chooseShop, sellableProducts } from './choose.ts';
import { advanceOrder, cancelOrder, orderOfAnswer, payOrder } from './order-steps.ts';

/** A change of a test store. */
export type Act = (
  deps: Deps,
  ctx: Context,
  request: RunSandboxActionRequest,
) => Promise<RunSandboxActionResponse>;

/** Maximum number of orders, and of items, that are candidates of a change. */
const CANDIDATES = 100;

/** Changes of orders, by the event that each publishes. */
export const orderActs = {
  'order.created': async (deps, ctx, request) =>
    made(orderOfAnswer(await placeOrder(deps, ctx, await newOrder(deps, ctx, request)))),

  'order.paid': async (deps, ctx, { orderId }) => {
    return made(await payOrder(deps, ctx, orderId ?? (await chooseOrder(deps, ctx, isUnpaid))));
  },

  'order.updated': async (deps, ctx, { orderId }) => {
    const flow = await statusFlowFind(deps.db, storeOf(ctx));
    const canMove = (order: Order) => {
      const next = nextStatus(flow, order.status);
      return (
        next !== undefined && !(next === 'delivered' && needsPaymentConfirmation({ order, payments: [] }))
      );
    };
    return made(await advanceOrder(deps, ctx, orderId ?? (await chooseOrder(deps, ctx, canMove))));
  },

  'order.cancelled': async (deps, ctx, { orderId }) =>
    made(
      await cancelOrder(deps, ctx, orderId ?? (await chooseOrder(deps, ctx, ({ status }) => isOpen(status)))),
    ),
} as const satisfies Record<string, Act>;

/** Returns whether a payment of the order publishes `order.paid`. */
const isUnpaid = (order: Order): boolean =>
  paymentStatusOf(order) === 'pending' && gatewayOf(order) !== 'credit_account' && !isBadEnd(order.status);

const made = ({ id: orderId, orderNumber, status, shopId, customer }: Order): RunSandboxActionResponse => ({
  orderId,
  orderNumber,
  status,
  shopId,
  customerId: customer?.id,
});

/** One of the newest orders that the change is possible for. */
async function chooseOrder(
  { db }: Deps,
  ctx: Context,
  isCandidate: (order: Order) => boolean,
): Promise<string> {
  const range = { before: [new Date(END_OF_TIME_MS), ''] as [Date, string], from: new Date(0) };
  const rows = await orderSearch(db, storeOf(ctx), { range, filter: {}, limit: CANDIDATES });
  const orders = rows.map(([message]) => Order.decode(message));
  return choose(ctx, 'order', orders.filter(isCandidate)).id;
}

async function newOrder(
  deps: Deps,
  ctx: Context,
  request: RunSandboxActionRequest,
): Promise<CreateOrderRequest> {
  const { source, quantity = 1 } = request;
  const isPos = source === OrderSource.POS;
  const [shopId, customer] = await Promise.all([
    chooseShop(deps, ctx, request.shopId),
    isPos && request.customerId === undefined ? undefined : chooseCustomer(deps, ctx, request.customerId),
  ]);
  const item = await chooseSaleItem(deps, ctx, { ...request, shopId, quantity });
  const buyer = customer ?? customerAt(chance(ctx, 'recipient'));
  return {
    source: source === OrderSource.UNSPECIFIED ? OrderSource.ONLINE : source,
    shopId,
    customerId: customer?.id,
    lines: [{ ...item, quantity }],
    shipping: isPos ? undefined : shippingTo(buyer, customer?.shippingAddresses[0]),
    paymentGateway: isPos ? PaymentGateway.CASH : PaymentGateway.CARD_ONLINE,
    payments: [],
    discountCentavos: 0,
  };
}

/** An item of the requested product, or of any, with enough units at the shop; the order refuses a requested one without. */
async function chooseSaleItem(
  deps: Deps,
  ctx: Context,
  { productId, variantId, shopId, quantity }: RunSandboxActionRequest & { shopId: string; quantity: number },
): Promise<{ productId: string; variantId: string | undefined }> {
  const products = await sellableProducts(deps, ctx, productId);
  if (productId !== undefined && variantId !== undefined) return { productId, variantId };
  const items = products
    .filter((product) => isSoldAt(product, shopId))
    .flatMap(saleItemsOf)
    .slice(0, CANDIDATES)
    .map((item) => ({ productId: item.productId, variantId: item.variantId }));
  if (productId !== undefined) return items[0] ?? { productId, variantId };
  const keys = items.map((item) => ({ ...item, storeId: storeOf(ctx), shopId }));
  const { rows } = await deps.clients.inventory.batchGetStockRows(childContext(ctx), { keys });
  const inStock = items.filter((_, n) => (rows[n]?.available ?? 0) >= quantity);
  return choose(ctx, 'product in stock', inStock);
}

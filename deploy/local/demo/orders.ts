import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { LineItem, OrderCustomer } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Customers } from './customers.ts';
import { typeIdAt } from './ids.ts';
import type { OrderLines } from './order-lines.ts';
import { makePayment } from './order-payment.ts';
import type { OrderPlan, OrderPlans, OrderSource, OrderStage } from './order-plan.ts';
import { makeShipping } from './order-shipping.ts';
import type { Rng } from './random.ts';
import type { OrderRecord } from './records.ts';
import type { StoreModel } from './store-model.ts';
import { HOUR_MS } from './timeline.ts';

/** The number of a store's first order. */
const FIRST_NUMBER = 1001;

/** Probability that the buyer is known. */
const knownBuyer: Readonly<Record<OrderSource, number>> = {
  pos: 0.4,
  online: 1,
  phone: 1,
  marketplace: 0.88,
};

/** Hours from creation to a stage: minimum and maximum. */
const hoursToStage: Readonly<Record<OrderStage, readonly [number, number]>> = {
  pending: [0, 1],
  confirmed: [1, 8],
  preparing: [4, 20],
  shipped: [12, 72],
  delivered: [24, 220],
  cancelled: [1, 72],
  rejected: [0, 20],
  returned: [120, 600],
  expired: [48, 49],
};

/** Inputs of a store's orders. */
export interface OrderSources {
  model: StoreModel;
  plans: OrderPlans;
  lines: OrderLines;
  customers: Customers;
}

function buyerOf({ model, customers }: OrderSources, plan: OrderPlan, rng: Rng): Customer | undefined {
  const count = model.customerTimes.countBefore(plan.createdAtMs);
  if (count === 0 || !rng.chance(knownBuyer[plan.source])) return undefined;
  return customers.customer(rng.below(count)).customer;
}

function snapshotOf(customer: Customer | undefined): OrderCustomer | undefined {
  if (!customer) return undefined;
  const { id, name, email, phone } = customer;
  return { id, name, email, phone };
}

function sellerShopIds(model: StoreModel, plan: OrderPlan, lineCount: number, rng: Rng): string[] {
  const own = model.shops[plan.shopAt]?.id as string;
  if (plan.source === 'pos' || lineCount < 2 || !rng.chance(0.25)) return [own];
  const others = model.shops.filter((shop) => shop.isActive && shop.id !== own);
  return others.length === 0 ? [own] : [own, rng.pick(others).id];
}

/** A rounded share of the lines, in whole pesos. */
function discountOf(subtotal: number, rng: Rng): number {
  if (!rng.chance(0.18)) return 0;
  return Math.floor((subtotal * rng.pick([5, 10, 15, 20])) / 10_000) * 100;
}

function updatedAt(model: StoreModel, plan: OrderPlan, rng: Rng): number {
  const [least, most] = plan.source === 'pos' ? [0, 0.2] : hoursToStage[plan.stage];
  const wanted = plan.createdAtMs + (least + (most - least) * rng.float()) * HOUR_MS;
  return model.orderClock.timeOf(plan.index, wanted);
}

function sumOf(items: LineItem[]): number {
  return items.reduce((sum, item) => sum + item.totalCentavos, 0);
}

/** Creates the order of a plan. */
export function makeOrder(from: OrderSources, plan: OrderPlan, rng: Rng): OrderRecord {
  const { model } = from;
  const { createdAtMs, source, status } = plan;
  const id = typeIdAt('ord', createdAtMs, 0, rng);
  const customer = buyerOf(from, plan, rng);
  const lineItems = from.lines(plan).map((line) => line.item);
  const payment = makePayment(plan, rng);
  const shipping = makeShipping(model, plan, payment.gateway, customer, rng);
  const subtotal = sumOf(lineItems);
  const discountCentavos = discountOf(subtotal, rng);
  return {
    storeId: model.record.id,
    order: {
      id,
      orderNumber: String(FIRST_NUMBER + plan.index),
      status,
      source,
      shopId: model.shops[plan.shopAt]?.id as string,
      sellerShopIds: sellerShopIds(model, plan, lineItems.length, rng),
      customer: snapshotOf(customer),
      lineItems,
      totalCentavos: subtotal - discountCentavos + (shipping?.priceCentavos ?? 0),
      discountCentavos,
      payment,
      shipping,
      createdAtMs,
      updatedAtMs: updatedAt(model, plan, rng),
    },
  };
}

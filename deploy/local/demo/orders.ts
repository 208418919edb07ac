import type { ProductRecord } from '@commerce/catalog/seed.ts';
import type { ReservationRecord } from '@commerce/inventory/seed.ts';
import { DEFAULT_FLOW, FIRST_ORDER_NUMBER, type SeedOrder, type StatusFlow } from '@commerce/orders/seed.ts';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { LineItem, Payment } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import { customLineNames } from './data.ts';
import { typeIdAt, type Rng } from './random.ts';
import { makeShipping } from './shipping.ts';
import type { DemoShop, StoreModel } from './store.ts';
import { DAY_MS, HOUR_MS, inBusinessHours } from './timeline.ts';

/** Maximum age of an unpaid online order; the service expires it at 48 hours. */
const MAX_UNPAID_MS = 40 * HOUR_MS;

/** Excludes sales of a shop after it closed. */
const CLOSED_AGE_MS = 240 * DAY_MS;

const MAX_TRIES = 25;

/** Weights of the sources, each with the probability that the buyer is known and the weights of its payment gateways. */
const sources = {
  pos: { weight: 45, knownBuyer: 0.4, gateways: { cash: 35, card_terminal: 45, bank_transfer: 20 } },
  online: { weight: 32, knownBuyer: 1, gateways: { cash: 16, card_online: 62, bank_transfer: 22 } },
  phone: { weight: 10, knownBuyer: 1, gateways: { cash: 25, bank_transfer: 35, credit_account: 40 } },
  marketplace: { weight: 13, knownBuyer: 0.88, gateways: { card_online: 1 } },
};

type Source = EnumName<typeof OrderSource>;
type GatewayName = EnumName<typeof PaymentGateway>;
const sourceWeights = Object.fromEntries(
  Object.entries(sources).map(([source, { weight }]) => [source, weight]),
) as Record<Source, number>;

/** Hours from creation to a stage: minimum and maximum. Stores may rename `preparing`. */
const hoursToStage = {
  pending: [0, 1],
  confirmed: [1, 8],
  preparing: [4, 20],
  shipped: [12, 72],
  delivered: [24, 220],
  cancelled: [1, 72],
  rejected: [0, 20],
  returned: [120, 600],
  expired: [48, 49],
} as const;

type Stage = keyof typeof hoursToStage;
const openStages: ReadonlySet<Stage> = new Set(['pending', 'confirmed', 'preparing', 'shipped']);

/** Age in days from which no order is open. */
export const OPEN_DAYS = 21;

/** Weights of the stages, in their order, by maximum age in hours. */
const stageWeights = [
  { maxHours: 40, weights: [40, 26, 16, 8, 4, 4, 2, 0, 0] },
  { maxHours: 96, weights: [10, 20, 18, 22, 18, 5, 2, 0, 5] },
  { maxHours: 288, weights: [3, 8, 12, 24, 40, 6, 2, 1.5, 3.5] },
  { maxHours: OPEN_DAYS * 24, weights: [0, 1, 2, 6, 78, 5, 2, 3, 3] },
  { maxHours: Infinity, weights: [0, 0, 0, 0, 86, 5, 2, 3.5, 3.5] },
].map(({ maxHours, weights }) => {
  const entries = Object.keys(hoursToStage).map((stage, at) => [stage, weights[at]!]);
  return { maxHours, weights: Object.fromEntries(entries) as Record<Stage, number> };
});

/** The flow of the second store: `preparing` in two steps. */
const twoStepFlow: StatusFlow = DEFAULT_FLOW.flatMap((step) =>
  step.status === 'preparing'
    ? [
        { status: 'packing', label: 'Armado', kind: 'open' },
        { status: 'ready_for_pickup', label: 'Listo para retirar', kind: 'open' },
      ]
    : [step],
);

/** The status flow of a store. */
export const flowOf = ({ seed }: StoreModel): StatusFlow => (seed.isChain ? DEFAULT_FLOW : twoStepFlow);

/** Inputs of a store's orders. */
export interface OrderInputs {
  model: StoreModel;
  productAt: (index: number) => ProductRecord;
  customerAt: (index: number) => Customer;
}

/** An order without its lines. */
export interface Plan {
  createdAtMs: number;
  ageMs: number;
  source: Source;
  stage: Stage;
  shop: DemoShop;
}

function stageOf(source: Source, ageMs: number, rng: Rng): Stage {
  // Counter sales are handed over immediately.
  if (source === 'pos') return 'delivered';
  const { weights } = stageWeights.find(({ maxHours }) => ageMs < maxHours * HOUR_MS)!;
  const stage = rng.weighted(weights);
  const mayExpire = source === 'online' && ageMs > 50 * HOUR_MS;
  return stage === 'expired' && !mayExpire ? 'cancelled' : stage;
}

function planOf({ now, orderTimes, shops, shopWeights }: StoreModel, index: number, rng: Rng): Plan {
  const createdAtMs = inBusinessHours(orderTimes.timeOf(index, rng.float()), now);
  const ageMs = now - createdAtMs;
  const source = rng.weighted(sourceWeights);
  const wanted = shops[Number(rng.weighted(shopWeights))]!;
  const shop = wanted.shop.isActive || ageMs > CLOSED_AGE_MS ? wanted : shops[0]!;
  return { createdAtMs, ageMs, source, stage: stageOf(source, ageMs, rng), shop };
}

/** A product that the shop sells, with its variant; undefined when none is found. */
function takeProduct({ model, productAt }: OrderInputs, { createdAtMs, ageMs, shop }: Plan, rng: Rng) {
  const count = model.productTimes.countBefore(createdAtMs);
  for (let tries = count === 0 ? 0 : MAX_TRIES; tries > 0; tries--) {
    // The square makes the first products of the range sell best.
    const { product, draft } = productAt(Math.floor(count * rng.float() ** 2));
    const isSold = product.isActive || ageMs > 90 * DAY_MS;
    if (draft || !isSold || !product.shopIds.includes(shop.shop.id)) continue;
    const active = product.variants.filter((variant) => variant.isActive);
    return { product, variant: active.length === 0 ? undefined : rng.pick(active) };
  }
  return undefined;
}

/** An order line; `hasStock` when its product is not a service. */
interface Line {
  item: LineItem;
  hasStock: boolean;
}

function makeLine(inputs: OrderInputs, plan: Plan, rng: Rng): Line | undefined {
  const taken = takeProduct(inputs, plan, rng);
  if (taken === undefined) return undefined;
  const { product, variant } = taken;
  const { priceCentavos, costCentavos, sku } = variant ?? product;
  // Prices rise by about 30 % a year.
  const past = Math.round(priceCentavos / 1.3 ** (plan.ageMs / (365 * DAY_MS)) / 1000) * 1000;
  const unitPriceCentavos = plan.ageMs < 30 * DAY_MS ? priceCentavos : Math.max(1000, past);
  const quantity = rng.pick(unitPriceCentavos < 300_000 ? [1, 1, 2, 2, 3, 4, 6, 12] : [1, 1, 1, 1, 2, 3]);
  const cogsCentavos = Math.min(costCentavos ?? 0, unitPriceCentavos) * quantity;
  const item = {
    productId: product.id,
    variantId: variant?.id,
    sku,
    name: variant ? `${product.name} - ${variant.name}` : product.name,
    quantity,
    unitPriceCentavos,
    totalCentavos: unitPriceCentavos * quantity,
    isCustom: false,
    cogsCentavos: rng.chance(0.92) && cogsCentavos > 0 ? cogsCentavos : undefined,
  };
  return { item, hasStock: product.type !== ProductType.SERVICE };
}

function customLine(rng: Rng): Line {
  const price = rng.between(15, 400) * 10_000;
  const item = {
    name: rng.pick(customLineNames),
    quantity: 1,
    unitPriceCentavos: price,
    totalCentavos: price,
    isCustom: true,
  };
  return { item, hasStock: false };
}

function makeLines(inputs: OrderInputs, plan: Plan, rng: Rng): Line[] {
  const wanted = Number(rng.weighted({ 1: 42, 2: 27, 3: 16, 4: 9, 5: 6 }));
  const lines = new Map<string, Line>();
  for (let at = 0; at < wanted; at++) {
    const line = makeLine(inputs, plan, rng);
    if (line !== undefined) lines.set(`${line.item.productId}/${line.item.variantId}`, line);
  }
  return lines.size === 0 || rng.chance(0.05) ? [...lines.values(), customLine(rng)] : [...lines.values()];
}

function makePayment({ source, stage, ageMs }: Plan, rng: Rng): Payment {
  const { CARD_ONLINE, BANK_TRANSFER, CREDIT_ACCOUNT } = PaymentGateway;
  const { PENDING, AUTHORIZED, PAID, REFUNDED, FAILED } = PaymentStatus;
  const weights: Partial<Record<GatewayName, number>> = sources[source].gateways;
  const gateway = enumValue(PaymentGateway, rng.weighted(weights as Record<GatewayName, number>));
  const isPrepaid = gateway === CARD_ONLINE || gateway === BANK_TRANSFER;
  // If unpaid, it would have expired.
  if (source === 'online' && openStages.has(stage) && ageMs >= MAX_UNPAID_MS)
    return { gateway: isPrepaid ? gateway : CARD_ONLINE, status: PAID };
  const authorized = gateway === CARD_ONLINE && (source === 'marketplace' || rng.chance(0.5));
  const isRefunded = stage === 'returned' || (stage === 'cancelled' && isPrepaid && rng.chance(0.6));
  if (stage === 'pending') return { gateway, status: authorized ? AUTHORIZED : PENDING };
  if (openStages.has(stage)) return { gateway, status: isPrepaid ? PAID : PENDING };
  // A credit account is settled later.
  if (stage === 'delivered')
    return { gateway, status: gateway === CREDIT_ACCOUNT && rng.chance(0.4) ? PENDING : PAID };
  if (isRefunded) return { gateway, status: REFUNDED };
  return { gateway, status: gateway === CARD_ONLINE ? FAILED : PENDING };
}

function buyerOf({ model, customerAt }: OrderInputs, plan: Plan, rng: Rng): Customer | undefined {
  const count = model.customerTimes.countBefore(plan.createdAtMs);
  if (count === 0 || !rng.chance(sources[plan.source].knownBuyer)) return undefined;
  return customerAt(rng.below(count));
}

function sellerShopIds({ shops }: StoreModel, { shop: { shop }, source }: Plan, rng: Rng): string[] {
  const others = shops.filter((other) => other.shop.isActive && other.shop !== shop);
  if (source === 'pos' || others.length === 0 || !rng.chance(0.12)) return [shop.id];
  return [shop.id, rng.pick(others).shop.id];
}

/** An order with its reservation, if it has one. */
export interface DemoOrder {
  record: SeedOrder;
  reservations: ReservationRecord[];
}

/** Creates the order at an index. */
export function makeOrder(inputs: OrderInputs, index: number): DemoOrder {
  const { model } = inputs;
  const rng = model.rng('order', index);
  const plan = planOf(model, index, rng);
  const { createdAtMs, source, stage, shop } = plan;
  const customer = buyerOf(inputs, plan, rng);
  const lines = makeLines(inputs, plan, rng);
  const payment = makePayment(plan, rng);
  const shipping = makeShipping(plan, payment.gateway, customer, rng);
  const subtotal = lines.reduce((sum, { item }) => sum + item.totalCentavos, 0);
  const percent = rng.chance(0.18) ? rng.pick([5, 10, 15, 20]) : 0;
  const discountCentavos = Math.floor((subtotal * percent) / 10_000) * 100;
  const statuses = flowOf(model).map(({ status }) => status);
  const status = statuses.includes(stage) ? stage : rng.pick(statuses.slice(2, 4));
  const [least, most] = source === 'pos' ? [0, 0.2] : hoursToStage[stage];
  const changedMs = createdAtMs + (least + (most - least) * rng.float()) * HOUR_MS;
  const id = typeIdAt('ord', createdAtMs, 0, rng);
  const order = {
    id,
    orderNumber: String(FIRST_ORDER_NUMBER + index),
    status,
    source: enumValue(OrderSource, source),
    shopId: shop.shop.id,
    sellerShopIds: sellerShopIds(model, plan, rng),
    customer: customer && {
      id: customer.id,
      name: customer.name,
      email: customer.email,
      phone: customer.phone,
    },
    lineItems: lines.map(({ item }) => item),
    totalCentavos: subtotal - discountCentavos + (shipping?.priceCentavos ?? 0),
    discountCentavos,
    payment,
    shipping,
    createdAtMs,
    updatedAtMs: model.orderTimes.changedAt(index, changedMs),
  };
  return { record: { storeId: model.storeId, order }, reservations: reservationsOf(id, plan, lines) };
}

/** Open orders reserve stock, delivered ones have taken it, unsuccessful ones have none. */
function reservationsOf(orderId: string, { stage, shop }: Plan, lines: Line[]): ReservationRecord[] {
  const isOpen = openStages.has(stage);
  if (!isOpen && stage !== 'delivered') return [];
  const stocked = lines.filter(({ hasStock }) => hasStock);
  const shopId = shop.shop.id;
  return [
    {
      orderId,
      state: isOpen ? 'reserved' : 'taken',
      lines: stocked.map(({ item: { productId = '', variantId = null, quantity } }) => ({
        shopId,
        productId,
        variantId,
        quantity,
      })),
    },
  ];
}

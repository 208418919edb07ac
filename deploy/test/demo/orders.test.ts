import { describe, expect, test } from 'vitest';
import { enumName } from '@commerce/proto/enum.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentGateway,
  PaymentStatus,
  ShippingMethod,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { collect, defaultStores, openStatuses, tally } from './collected.ts';

const { world, ...stores } = defaultStores();
const HOUR_MS = 3_600_000;

/** An order with the names of its values. */
const withWords = ({ source, payment, shipping, ...order }: Order) => ({
  ...order,
  source: enumName(OrderSource, source),
  payment: payment && {
    gateway: enumName(PaymentGateway, payment.gateway),
    status: enumName(PaymentStatus, payment.status),
  },
  shipping: shipping && { ...shipping, methodType: enumName(ShippingMethod, shipping.methodType) },
});

const views = [stores.big, stores.small].map((store) => ({
  name: store.name,
  store,
  open: openStatuses(store),
  orders: collect(store.orders()).map((record) => withWords(record.order)),
  products: new Map(collect(store.products()).map((record) => [record.product.id, record])),
  customers: new Map(collect(store.customers()).map((record) => [record.customer.id, record])),
}));

describe.each(views)('orders of $name', ({ store, open, orders, products, customers }) => {
  test('orders are numbered without gaps from 1001, in creation order', () => {
    expect(orders.map(({ orderNumber }) => orderNumber)).toEqual(orders.map((_, at) => String(1001 + at)));
    expect(orders.map(({ id }) => id)).toEqual(orders.map(({ id }) => id).toSorted());
    for (const { createdAtMs, updatedAtMs } of orders) {
      expect(updatedAtMs).toBeGreaterThanOrEqual(createdAtMs);
      expect(updatedAtMs).toBeLessThanOrEqual(world.now);
    }
    expect(new Set(orders.map(({ updatedAtMs }) => updatedAtMs)).size).toBe(orders.length);
  });

  test('orders cover exactly the statuses of the flow, and every source', () => {
    const statuses = new Set(orders.map(({ status }) => status));
    expect(statuses).toEqual(new Set(store.orderFlow.map((step) => step.status)));
    expect(new Set(orders.map(({ source }) => source))).toEqual(
      new Set(['pos', 'online', 'phone', 'marketplace']),
    );
  });

  test('order totals add up', () => {
    for (const { lineItems, totalCentavos, discountCentavos, shipping } of orders) {
      expect(lineItems.length).toBeGreaterThan(0);
      for (const item of lineItems) expect(item.totalCentavos).toBe(item.unitPriceCentavos * item.quantity);
      const lines = lineItems.reduce((sum, item) => sum + item.totalCentavos, 0);
      expect(totalCentavos).toBe(lines - discountCentavos + (shipping?.priceCentavos ?? 0));
      expect(discountCentavos).toBeLessThan(lines);
      expect(totalCentavos).toBeGreaterThan(0);
    }
    expect(orders.some(({ discountCentavos }) => discountCentavos > 0)).toBe(true);
  });

  test('a sale at the counter is delivered and paid, without shipping; all others are shipped', () => {
    for (const { source, status, payment, shipping } of orders) {
      expect(shipping === undefined).toBe(source === 'pos');
      if (source === 'pos') expect([status, payment?.status]).toEqual(['delivered', 'paid']);
    }
  });

  test('the payment of each order matches its status', () => {
    for (const { status, payment } of orders) {
      const [gateway, paid] = [payment?.gateway ?? '', payment?.status ?? ''];
      if (status === 'delivered' && gateway !== 'credit_account') expect(paid).toBe('paid');
      if (status === 'returned') expect(paid).toBe('refunded');
      if (status === 'expired' || status === 'rejected') expect(['pending', 'failed']).toContain(paid);
      if (status === 'pending') expect(['pending', 'authorized', 'paid']).toContain(paid);
      if (paid === 'authorized') expect(gateway).toBe('card_online');
    }
  });

  test('no online order is unpaid for so long that the service would expire it immediately', () => {
    const waiting = orders.filter(
      (o) => o.source === 'online' && open.has(o.status) && o.payment?.status !== 'paid',
    );
    for (const { createdAtMs } of waiting) expect(world.now - createdAtMs).toBeLessThan(48 * HOUR_MS);
    for (const order of orders.filter(({ status }) => status === 'expired')) {
      expect(order.updatedAtMs - order.createdAtMs).toBeGreaterThanOrEqual(48 * HOUR_MS);
    }
  });

  test('orders contain only products that the shop sold, for buyers who were customers, at the time', () => {
    const shops = new Set(store.shops.map(({ id }) => id));
    for (const { lineItems, customer, createdAtMs, shopId, sellerShopIds } of orders) {
      expect(sellerShopIds[0]).toBe(shopId);
      expect(sellerShopIds.every((id) => shops.has(id))).toBe(true);
      for (const item of lineItems.filter(({ isCustom }) => !isCustom)) {
        const record = products.get(item.productId ?? '');
        expect(record?.draft).toBe(false);
        expect(record?.product.shopIds).toContain(shopId);
        expect(record?.product.createdAtMs).toBeLessThanOrEqual(createdAtMs);
        const variant = record?.product.variants.find(({ id }) => id === item.variantId);
        expect(variant === undefined).toBe(record?.product.variants.length === 0);
        expect(item.sku).toBe((variant ?? record?.product)?.sku);
      }
      if (!customer) continue;
      const buyer = customers.get(customer.id);
      expect(buyer?.kind).toBe('customer');
      expect(buyer?.customer.createdAtMs).toBeLessThanOrEqual(createdAtMs);
      expect(buyer?.customer).toMatchObject({ ...customer });
    }
  });

  test('a custom line names no product', () => {
    const custom = orders.flatMap(({ lineItems }) => lineItems).filter(({ isCustom }) => isCustom);
    expect(custom.length).toBeGreaterThan(10);
    for (const { productId, variantId, sku } of custom)
      expect([productId, variantId, sku]).toEqual([undefined, undefined, undefined]);
  });

  test('an order has tracking once a carrier has the parcel', () => {
    for (const { shipping, status } of orders) {
      if (shipping?.methodType !== 'carrier') expect(shipping?.trackingNumber).toBeUndefined();
      else
        expect(shipping.trackingNumber !== undefined).toBe(
          ['shipped', 'delivered', 'returned'].includes(status),
        );
    }
  });

  test('orders contain no tax identifier', () => {
    expect(JSON.stringify(orders)).not.toMatch(/\b(20|23|24|27|30|33|34)-\d{8}-\d\b/);
  });

  test('the units of open orders equal the reserved stock of each shop', () => {
    const held = new Map<string, number>();
    for (const order of orders.filter(({ status }) => open.has(status))) {
      for (const { productId, variantId, quantity } of order.lineItems) {
        if (productId === undefined || products.get(productId)?.product.type === ProductType.SERVICE)
          continue;
        const key = `${order.shopId}/${productId}/${variantId ?? null}`;
        held.set(key, (held.get(key) ?? 0) + quantity);
      }
    }
    const reserved = collect(store.stock()).filter((row) => row.reserved > 0);
    const found = new Map(
      reserved.map((row) => [`${row.shopId}/${row.productId}/${row.variantId}`, row.reserved]),
    );
    expect(held.size).toBeGreaterThan(10);
    expect(found).toEqual(held);
  });
});

describe('stock', () => {
  test('stock has a row per selling shop and variant, none for drafts and services, never below 0', () => {
    const [big] = views;
    if (!big) throw new Error('there is a big store');
    const rows = collect(big.store.stock());
    const expected = [...big.products.values()].flatMap(({ product, draft }) => {
      if (draft || product.type === ProductType.SERVICE) return [];
      const items = product.variants.length > 0 ? product.variants : [{ id: null }];
      return product.shopIds.flatMap((shop) => items.map((item) => `${shop}/${product.id}/${item.id}`));
    });
    expect(rows.map((row) => `${row.shopId}/${row.productId}/${row.variantId}`)).toEqual(expected);
    for (const { onHand, reserved } of rows) {
      expect(reserved).toBeGreaterThanOrEqual(0);
      expect(onHand).toBeGreaterThanOrEqual(reserved);
    }
    expect(rows.some((row) => row.onHand === 0)).toBe(true);
  });
});

describe('orders of the larger store', () => {
  test('orders of the larger store vary in buyer, gateway, method, seller shops and known costs', () => {
    const orders = views[0]?.orders ?? [];
    const seen = tally(
      orders.flatMap((o) => [
        o.payment?.gateway ?? '',
        o.payment?.status ?? '',
        o.shipping?.methodType ?? '',
      ]),
    );
    const gateways = ['cash', 'card_terminal', 'card_online', 'bank_transfer', 'credit_account'];
    const paid = ['pending', 'authorized', 'paid', 'refunded', 'failed'];
    for (const value of [...gateways, ...paid, 'pickup', 'local_delivery', 'carrier']) {
      expect(seen.get(value) ?? 0).toBeGreaterThan(5);
    }
    expect(orders.some(({ customer }) => customer === undefined)).toBe(true);
    expect(orders.some(({ sellerShopIds }) => sellerShopIds.length > 1)).toBe(true);
    const items = orders.flatMap(({ lineItems }) => lineItems).filter(({ isCustom }) => !isCustom);
    const known = items.filter((item) => item.cogsCentavos !== undefined).length / items.length;
    expect(known).toBeGreaterThan(0.6);
    expect(known).toBeLessThan(0.95);
  });
});

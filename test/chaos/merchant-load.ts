import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { importRoutes } from '@commerce/console-api/routes/product-imports.ts';
import { keyed, merchant, type Work } from './work.ts';

/** Centavos of a sold product. */
const PRICE_CENTAVOS = 100_000;
/** Centavos that each bulk change adds to the prices of the counted products. */
export const RAISED_CENTAVOS = 100;
const MAX_IMPORTED = 12;

export const sellByPhone: Work = async (world, history, choices) => {
  const { client, id: store, shops } = world.store;
  const line = { productId: choices.oneOf(world.sold), quantity: choices.between(1, 3) };
  const { order } = await client.call(orderRoutes.create, {
    params: { store },
    body: {
      source: 'phone',
      shopId: shops[0],
      customerId: world.buyer,
      lines: [line],
      paymentGateway: 'credit_account',
      discountCentavos: 0,
    },
  });
  history.orderNumbers.push(order.orderNumber);
  history.count('orders');
  const steps = choices.oneOf([['confirmed'], ['shipped', 'delivered'], ['preparing', 'delivered'], []]);
  for (const status of steps) await keyed(world, history, 'POST', `/orders/${order.id}/status`, { status });
};

export const sellAtTill: Work = async (world, history, choices) => {
  const { client, id: store, shops } = world.store;
  const quantity = choices.between(1, 3);
  const { order } = await client.call(posRoutes.sell, {
    params: { store },
    body: {
      shopId: shops[0],
      lines: [{ productId: choices.oneOf(world.sold), quantity }],
      payments: [{ gateway: 'cash', amountCentavos: quantity * PRICE_CENTAVOS }],
      discountCentavos: 0,
      expectedTotalCentavos: quantity * PRICE_CENTAVOS,
    },
  });
  history.orderNumbers.push(order.orderNumber);
  history.count('sales at the till');
};

/** Starts a bulk change of prices. One whose response is lost may run as well; the check reads all of them. */
export const raisePrices: Work = async (world, history) => {
  const { id } = await world.store.client.call(priceRoutes.startChange, {
    params: { store: world.store.id },
    body: {
      target: 'prices',
      priceListId: null,
      products: { by: 'products', ids: world.counted },
      percentBp: null,
      amountCentavos: RAISED_CENTAVOS,
      roundingCentavos: 1,
    },
  });
  history.priceChanges.push(id);
  history.count('bulk changes of prices');
};

/** Imports a file of new products with prices and stock. */
export const importProducts: Work = async (world, history, choices) => {
  const { client, id: store, shops } = world.store;
  const rows = Array.from({ length: choices.between(1, MAX_IMPORTED) }, () => ({
    sku: randomUUID(),
    price: choices.between(1, 9_999),
    quantity: choices.between(1, 99),
  }));
  const file = [
    'Handle,Title,Published,Variant SKU,Variant Inventory Qty,Variant Price',
    ...rows.map(({ sku, price, quantity }) => `${sku},Importado ${sku},true,${sku},${quantity},${price}`),
  ].join('\n');
  const id = await merchant(world, async () => {
    const sent = { params: { store }, query: { name: 'lista.csv' }, body: Buffer.from(file) };
    const { status, body } = await client.send(importRoutes.startImport, sent);
    if (status !== 200) throw new Error(`an upload answered ${status}`);
    return (body as { id: string }).id;
  });
  const params = { store, import: id };
  const until = async (wanted: string) => {
    for (;;) {
      const { state } = await merchant(world, () => client.call(importRoutes.getImport, { params }));
      if (state === wanted) return;
      if (state === 'failed') throw new Error('an import failed');
      await sleep(200);
    }
  };
  await until('preview');
  await merchant(world, async () => {
    await client.call(importRoutes.confirmImport, { params, body: { shop: shops[1] } });
  });
  history.imported.push(...rows);
  await until('done');
  history.count('imports');
};

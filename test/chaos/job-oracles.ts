import { setTimeout as sleep } from 'node:timers/promises';
import { RAISED_CENTAVOS } from './merchant-load.ts';
import { query, type Oracle } from './oracle.ts';
import { COUNTED_CENTAVOS } from './world.ts';

/** A job whose process was killed is continued when its lease ends. */
const JOBS_MS = 180_000;

/** Each bulk change that was answered has been made, and each has changed each price once. */
export const priceChanges: Oracle = async ({ world, history }) => {
  const jobs = () =>
    query<{ id: string; state: string }>('pricing', 'select id, state from bulk_job where store_id = $1', [
      world.store.id,
    ]);
  const isRunning = async () => (await jobs()).some(({ state }) => state === 'running');
  for (const until = Date.now() + JOBS_MS; (await isRunning()) && Date.now() < until;) await sleep(500);
  const ended = new Map((await jobs()).map(({ id, state }) => [id, state]));
  const prices = await query<{ id: string; price: string }>(
    'pricing',
    'select id, price_centavos as price from product where store_id = $1 and id = any($2)',
    [world.store.id, world.counted],
  );
  const expected = COUNTED_CENTAVOS + RAISED_CENTAVOS * ended.size;
  return [
    ...[...ended]
      .filter(([, state]) => state !== 'done')
      .map(([id, state]) => `bulk change ${id} is ${state}`),
    ...history.priceChanges.filter((id) => !ended.has(id)).map((id) => `bulk change ${id} was lost`),
    ...prices
      .filter(({ price }) => Number(price) !== expected)
      .map(({ id, price }) => `the price of ${id} is ${price}, not ${expected}`),
  ];
};

/** Each product of an import exists once, with the price and the stock of the file. */
export const imports: Oracle = async ({ world, history }) => {
  const found = await query<{ sku: string; id: string }>(
    'catalog',
    'select sku, id from product where store_id = $1 and sku = any($2) and not is_draft',
    [world.store.id, history.imported.map(({ sku }) => sku)],
  );
  const ids = found.map(({ id }) => id);
  const prices = await query<{ id: string; price: string }>(
    'pricing',
    'select id, price_centavos as price from product where store_id = $1 and id = any($2)',
    [world.store.id, ids],
  );
  const stock = await query<{ id: string; quantity: number }>(
    'inventory',
    'select product_id as id, sum(delta)::int as quantity from stock_movement where store_id = $1 and product_id = any($2) group by 1',
    [world.store.id, ids],
  );
  const priceOf = new Map(prices.map(({ id, price }) => [id, Number(price)]));
  const quantityOf = new Map(stock.map(({ id, quantity }) => [id, quantity]));
  return history.imported.flatMap(({ sku, price, quantity }) => {
    const of = found.filter((product) => product.sku === sku).map(({ id }) => id);
    const [id = ''] = of;
    return of.length === 1 && priceOf.get(id) === price * 100 && quantityOf.get(id) === quantity
      ? []
      : [
          `product ${sku} of an import exists ${of.length} times, price ${priceOf.get(id)}, stock ${quantityOf.get(id)}`,
        ];
  });
};

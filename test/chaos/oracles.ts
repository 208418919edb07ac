import { setTimeout as sleep } from 'node:timers/promises';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import { publishedSince } from '../support/published.ts';
import { deliveries, nothingAfterErasure } from './delivery-oracles.ts';
import { deletedProducts } from './follower.ts';
import { imports, priceChanges } from './job-oracles.ts';
import { query, type Campaign, type Oracle } from './oracle.ts';
import { parked } from './parked.ts';
import { twoStores } from './two-stores.ts';

/** Number of the last keyed writes that are repeated. */
const REPLAYED = 60;
const MAX_SHOWN = 5;
/** Requests that the plan of the limited app admits (docs/api/rate-limits.md). */
const PER_MINUTE = 120;
const BURST = 12;
/** Longest time from a crash of the database until it is ready again. */
const RECOVERY_MS = 30_000;
/** Longest time from a deletion until apps can see its event. */
const EVENTS_MS = 90_000;

const onlyOnce: Oracle = async ({ world, history }) => {
  const rows = await query<{ reason: string; n: number; delta: number }>(
    'inventory',
    'select reason, count(*)::int as n, sum(delta)::int as delta from stock_movement where store_id = $1 and reason = any($2) group by reason',
    [world.store.id, history.adjustments.map(({ reason }) => reason)],
  );
  const byReason = new Map(rows.map((row) => [row.reason, row]));
  const adjustments = history.adjustments.flatMap(({ reason, delta, made }) => {
    const { n = 0, delta: total = 0 } = byReason.get(reason) ?? {};
    return n === (made ? 1 : 0) && total === (made ? delta : 0)
      ? []
      : [`adjustment ${reason} took effect ${n} times`];
  });
  const products = await query<{ sku: string; n: number }>(
    'catalog',
    'select sku, count(*)::int as n from product where store_id = $1 and sku = any($2) group by sku',
    [world.store.id, [...history.products.keys()]],
  );
  const bySku = new Map(products.map(({ sku, n }) => [sku, n]));
  const created = [...history.products].flatMap(([sku, deleted]) =>
    (bySku.get(sku) ?? 0) === (deleted ? 0 : 1) ? [] : [`product ${sku} exists ${bySku.get(sku) ?? 0} times`],
  );
  return [...adjustments, ...created];
};

const sameAnswer: Oracle = async ({ world, history }) => {
  const broken: string[] = [];
  for (const { request, answer } of history.keyed.slice(-REPLAYED)) {
    const again = await world.writer.api.answered(request);
    // The answer of a write about an erased person is erased with it.
    const isErased = again.text !== answer.text && request.path.startsWith('/customers');
    if (
      again.status !== answer.status ||
      again.headers.get('idempotent-replayed') !== 'true' ||
      (again.text !== answer.text && !isErased)
    )
      broken.push(`${request.method} ${request.path} was answered differently when it was repeated`);
  }
  return broken;
};

const ledger: Oracle = async ({ world }) => {
  const items = await query<{
    shop_id: string;
    product_id: string;
    on_hand: number;
    sum: number;
    reserved: number;
    lines: number;
    moves: number;
  }>(
    'inventory',
    `select s.shop_id, s.product_id, s.on_hand, s.reserved,
       (select coalesce(sum(m.delta), 0)::int from stock_movement m where (m.store_id, m.shop_id, m.product_id) = (s.store_id, s.shop_id, s.product_id)) as sum,
       (select count(*)::int from stock_movement m where (m.store_id, m.shop_id, m.product_id) = (s.store_id, s.shop_id, s.product_id)) as moves,
       (select coalesce(sum(l.quantity), 0)::int from reservation_line l join reservation r on (r.store_id, r.order_id) = (l.store_id, l.order_id)
         where (l.store_id, l.shop_id, l.product_id) = (s.store_id, s.shop_id, s.product_id) and r.state = 'reserved') as lines
     from stock_item s where s.store_id = $1`,
    [world.store.id],
  );
  const broken = items.flatMap(({ product_id, on_hand, sum, reserved, lines }) =>
    on_hand === sum && reserved === lines
      ? []
      : [`${product_id}: on hand ${on_hand}, ledger ${sum}; reserved ${reserved}, orders ${lines}`],
  );
  const versions = new Map<string, number[]>();
  // After a lost acknowledgement, an event may be in a second message, which consumers recognize.
  const published = await publishedSince('inventory', new Date(world.sinceMs));
  for (const event of new Map(published.map((each) => [each.id, each])).values()) {
    if (event.type !== 'stock.changed' || event.storeId !== world.store.id) continue;
    const { productId, shopId, version } = StockChanged.decode(event.payload);
    const key = `${shopId} ${productId}`;
    versions.set(key, [...(versions.get(key) ?? []), version]);
  }
  for (const [key, seen] of versions)
    if (seen.some((version, index) => index > 0 && version < seen[index - 1]!))
      broken.push(`events of ${key} are not in order`);
  for (const { shop_id, product_id, moves } of items) {
    const distinct = new Set(versions.get(`${shop_id} ${product_id}`)).size;
    if (world.counted.includes(product_id) && distinct !== moves)
      broken.push(`${product_id}: ${moves} movements, ${distinct} events`);
  }
  return broken;
};

const sameAsFollowed: Oracle = async ({ world, followed }) => {
  const id = world.store.id;
  const rows: Record<string, { id: string; value: string }[]> = {
    products: await query(
      'catalog',
      'select id, name as value from product where store_id = $1 and not is_draft',
      [id],
    ),
    orders: await query('orders', 'select id, status as value from "order" where store_id = $1', [id]),
    customers: await query(
      'customers',
      `select id, name as value from customer where store_id = $1 and kind = 'customer'`,
      [id],
    ),
  };
  const present = new Set(rows['products']!.map((row) => row.id));
  const known = followed['products']!.flatMap((each) => [...each.keys()]);
  const gone = known.filter((each) => !present.has(each));
  // An event that a killed process was handling comes again after the acknowledgement timeout.
  let deleted = await deletedProducts(world.reader.api);
  for (const until = Date.now() + EVENTS_MS; gone.some((each) => !deleted.has(each)) && Date.now() < until;) {
    await sleep(1_000);
    deleted = await deletedProducts(world.reader.api);
  }
  return Object.entries(followed).flatMap(([list, followers]) =>
    followers.flatMap((follower) => {
      const kept = new Map([...follower].filter(([each]) => !deleted.has(each)));
      const expected = new Map(rows[list]!.map((row) => [row.id, row.value]));
      const wrong = [...expected].filter(([each, value]) => kept.get(each) !== value);
      const extra = [...kept.keys()].filter((each) => !expected.has(each));
      return [
        ...wrong.map(
          ([each, value]) => `a follower of ${list} knows ${kept.get(each)} of ${each}, not ${value}`,
        ),
        ...extra.map((each) => `a follower of ${list} still has ${each}`),
      ];
    }),
  );
};

const orderNumbers: Oracle = async ({ world, history }) => {
  const rows = await query<{ number: string; n: number }>(
    'orders',
    'select order_number as number, count(*)::int as n from "order" where store_id = $1 group by order_number',
    [world.store.id],
  );
  const count = new Map(rows.map(({ number, n }) => [number, n]));
  return [
    ...rows.filter(({ n }) => n > 1).map(({ number }) => `order number ${number} is used twice`),
    ...history.orderNumbers
      .filter((number) => !count.has(number))
      .map((number) => `order ${number} was lost`),
  ];
};

const reservationsReleased: Oracle = async ({ world }) => {
  const { client, id: store } = world.store;
  const open = await query<{ id: string }>(
    'orders',
    `select id from "order" where store_id = $1 and status not in ('delivered', 'cancelled', 'rejected', 'returned', 'expired')`,
    [store],
  );
  for (const { id: order } of open) {
    const { order: detail } = await client.call(orderRoutes.get, { params: { store, order } });
    const body = { as: 'cancelled', notes: '', version: detail.updatedAt } as const;
    await client.call(orderRoutes.end, { params: { store, order }, body });
  }
  const left = () =>
    query<{ order_id: string }>(
      'inventory',
      // A draft whose order was never made is released when it expires.
      `select order_id from reservation where store_id = $1 and state = 'reserved' and expires_at is null`,
      [store],
    );
  for (const until = Date.now() + 30_000; (await left()).length > 0 && Date.now() < until;) await sleep(200);
  return (await left()).map(({ order_id }) => `order ${order_id} has ended, but its stock is reserved`);
};

const storesApart: Oracle = async () =>
  (await twoStores()).map((table) => `a transaction over two stores wrote ${table}`);

/**
 * At most the burst and what has been refilled since, in any period, and 5 % more. A crash of the database gives each installation
 * a full burst (docs/adr/0011).
 */
const withinLimit: Oracle = ({ history, faults }) => {
  const crashes = faults.filter(({ kind, victim }) => kind === 'kill' && victim === 'postgres');
  const byEnd = history.admitted.toSorted((a, b) => a.answeredMs - b.answeredMs);
  const broken = byEnd.flatMap(({ startedMs: from }) =>
    byEnd
      .filter(({ startedMs }) => startedMs >= from)
      .flatMap(({ answeredMs: to }, index) => {
        const bursts =
          1 + crashes.filter(({ madeMs }) => madeMs <= to && madeMs + RECOVERY_MS >= from).length;
        const allowed = bursts * BURST + ((to - from) / 60_000) * PER_MINUTE;
        return index + 1 > 1.05 * allowed ? [`${index + 1} requests were admitted in ${to - from} ms`] : [];
      }),
  );
  return Promise.resolve(broken.slice(0, 1));
};

const whileRunning: Oracle = ({ history }) => Promise.resolve(history.violations);

/** The promises, in the order in which they are checked. */
export const ORACLES: Record<string, Oracle> = {
  'no request is accepted after a revocation was answered; no refresh token is lost, and none is accepted after a re-authorization':
    whileRunning,
  'each keyed write took effect exactly once': onlyOnce,
  'each bulk change of prices took effect exactly once': priceChanges,
  'each confirmed import made each of its products once, with its price and its stock': imports,
  'an event that cannot be read is parked, and no other one is': parked,
  'a repeated key is answered as before': sameAnswer,
  'a follower by public parameters knows what the databases have, deletions included': sameAsFollowed,
  'order numbers are unique, and no order that was answered is lost': orderNumbers,
  'all stock is released when orders end': reservationsReleased,
  'on hand is the sum of the ledger, reserved that of the orders, and events are those of the ledger, in order':
    ledger,
  'every event is delivered to those entitled, never to others and never as an echo': deliveries,
  'no personal data is delivered or kept after an erasure': nothingAfterErasure,
  'no limit is exceeded by more than 5 %': withinLimit,
  'no transaction writes rows of two stores': storesApart,
};

/** Checks all promises. @returns what broke each, some of it at most */
export async function judge(
  campaign: Campaign,
  say: (line: string) => void,
): Promise<Record<string, string[]>> {
  const broken: Record<string, string[]> = {};
  for (const [promise, oracle] of Object.entries(ORACLES)) {
    const found = await oracle(campaign).catch((error: Error) => [`the check failed: ${error.stack}`]);
    say(`${found.length === 0 ? 'kept  ' : 'BROKEN'}  ${promise}`);
    for (const each of found.slice(0, MAX_SHOWN)) say(`          ${each}`);
    if (found.length > MAX_SHOWN) say(`          … ${found.length} in total`);
    if (found.length > 0) broken[promise] = found;
  }
  return broken;
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { call } from '../support/api.ts';
import { apiRoot } from '../support/platform.ts';
import type { Bare } from './bare-process.ts';
import { answering, measureInTurn, type Load, type LoadResult } from './measure.ts';
import { platformPids } from './platform-pids.ts';
import type { Lag, Row } from './report.ts';

const CONNECTIONS = 32;
const ORDER_WORKERS = 8;

/** Targets of the writes: a shop of the store, and items with plenty of stock. */
interface SellableItems {
  storeId: string;
  shop: string;
  items: { product_id: string; variant_id?: string }[];
}

/** The report rows of writes, and the latency of their events. */
export async function writeRows(
  stack: Stack,
  bare: Bare,
  storeId: string,
  token: string,
): Promise<{ rows: Row[]; lag: Lag }> {
  const root = apiRoot(stack.publicUrl);
  const shop = (await call(root, '/shops?limit=1', token)).body.data[0].id as string;
  const stock = (await call(root, `/stock?shop=${shop}&limit=100`, token)).body
    .data as (SellableItems['items'][number] & {
    available: number;
  })[];
  const products = await Promise.all(
    stock.map(async ({ product_id }) => (await call(root, `/products/${product_id}`, token)).body.data),
  );
  // Only sellable items, because they are ordered as well.
  const sellable = stock.filter(
    ({ available, variant_id }, index) =>
      available > 0 &&
      products[index].is_active &&
      (variant_id === undefined || isActive(products[index].variants, variant_id)),
  );
  const sellableItems = { storeId, shop, items: sellable };
  const ours = adjustments(
    stack.publicUrl,
    `${new URL(root).pathname}/stock/adjustments`,
    sellableItems,
    token,
  );
  const theirs = adjustments(bare.origin, '/stock/adjustments', sellableItems);
  const [measured, bareMeasured] = await measureInTurn([
    { pids: () => platformPids(stack), work: answering(ours) },
    { pids: () => bare.pids(), work: answering(theirs) },
  ]);
  await published(stack);
  const lag = await lagAt(stack, ours, Math.floor(measured!.requestsPerSecond / 2));
  const adjusted = {
    name: 'stock adjustment',
    connections: CONNECTIONS,
    ours: measured!,
    bare: bareMeasured!,
  };
  return { rows: [adjusted, await orderRow(stack, sellableItems)], lag };
}

const isActive = (variants: { id: string; is_active: boolean }[], id: string): boolean =>
  variants.some((variant) => variant.id === id && variant.is_active);

function adjustments(origin: string, path: string, { shop, items }: SellableItems, token?: string): Load {
  const paths = items.map(({ product_id: product, variant_id: variant }) => ({
    method: 'POST' as const,
    path,
    body: JSON.stringify({ shop, product, ...(variant !== undefined && { variant }), delta: 1 }),
    setupRequest: (request: { headers?: Record<string, string> }) => ({
      ...request,
      headers: { ...request.headers, 'idempotency-key': randomUUID() },
    }),
  }));
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return { origin, paths: paths as never, headers, connections: CONNECTIONS };
}

/** Waits until the previous load has been processed. */
async function published(stack: Stack): Promise<void> {
  const inventory = new pg.Client({ connectionString: stack.databaseUrls.inventory });
  await inventory.connect();
  while ((await inventory.query('select from outbox limit 1')).rowCount! > 0) await sleep(100);
  await inventory.end();
}

/** Receives the events of adjustments at a constant rate. */
async function lagAt(stack: Stack, load: Load, ratePerSecond: number): Promise<Lag> {
  const connection = await connect({ servers: stack.natsUrl });
  const manager = await jetstreamManager(connection);
  const { name } = await manager.consumers.add('commerce-inventory', {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.New,
  });
  const lags: number[] = [];
  const consumer = await jetstream(connection).consumers.get('commerce-inventory', name);
  await consumer.consume({
    callback: (message) => void lags.push(Date.now() - Event.decode(message.data).occurredAtMs),
  });
  const { answers } = await answering({ ...load, rate: ratePerSecond })('window');
  await sleep(1_000);
  await connection.close();
  if (lags.length < answers) throw new Error(`received ${lags.length} events of ${answers} adjustments`);
  const sorted = lags.toSorted((a, b) => a - b);
  return {
    ratePerSecond,
    events: sorted.length,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)]!,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)]!,
  };
}

/** Orders with one line, created through the service's RPC: prices, reservation, order, stock and events. */
async function orderRow(stack: Stack, sellableItems: SellableItems): Promise<Row> {
  const channel = new GrpcChannel(stack.processes.orders.address, [OrdersServiceService]);
  const orders = channel.service(OrdersServiceService);
  const make = async (n: number): Promise<number> => {
    const { product_id: productId, variant_id: variantId } =
      sellableItems.items[n % sellableItems.items.length]!;
    const startedAt = performance.now();
    await orders.createOrder(systemContext('bench', Date.now() + 10_000, sellableItems.storeId), {
      source: 'online',
      shopId: sellableItems.shop,
      lines: [{ productId, variantId, quantity: 1 }],
      shipping: undefined,
      paymentGateway: 'card_online',
      discountCentavos: 0,
    });
    return performance.now() - startedAt;
  };
  const work = async (stage: 'warm-up' | 'window'): Promise<LoadResult> => {
    const times: number[] = [];
    const startedAt = performance.now();
    const until = startedAt + (stage === 'window' ? 5_000 : 2_000);
    const worker = async (first: number): Promise<void> => {
      for (let n = first; performance.now() < until; n += ORDER_WORKERS) times.push(await make(n));
    };
    await Promise.all(Array.from({ length: ORDER_WORKERS }, (_, first) => worker(first)));
    const sorted = times.toSorted((a, b) => a - b);
    return {
      answers: times.length,
      requestsPerSecond: (times.length * 1000) / (performance.now() - startedAt),
      p50Ms: sorted[Math.floor(times.length / 2)]!,
      p99Ms: sorted[Math.floor(times.length * 0.99)]!,
    };
  };
  const [ours] = await measureInTurn([{ pids: () => platformPids(stack), work }]);
  channel.close();
  return { name: 'order created (gRPC)', connections: ORDER_WORKERS, ours: ours! };
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemActor, systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { BenchApps } from './apps.ts';

const TYPE = 'stock.changed';
const GIVE_UP_MS = 10 * 60_000;

/** An endpoint of an app, and whether its receiver hangs. */
export interface BenchEndpoint {
  path: string;
  hangs: boolean;
}

/** A received delivery. */
interface Receipt {
  path: string;
  /** Time since the commit of the event, in ms. */
  afterMs: number;
}

/** Stock item of an event. */
interface StockKey {
  shopId: string;
  productId: string;
  variantId: string | undefined;
}

/**
 * Events of a store and the receivers of its apps, which exist for one measurement. Events of real stock items are
 * written to inventory's outbox as inventory does, so the measurement begins at their commit, not at their cause.
 */
export class WebhookLoad {
  readonly receipts: Receipt[] = [];
  readonly #stack: Stack;
  readonly #storeId: string;
  /** Stores of the events, in turns. */
  #storesOfEvents: string[];
  readonly #benchApps: BenchApps;
  readonly #inventory: pg.Pool;
  readonly #webhooks: pg.Pool;
  readonly #committedAt = new Map<string, number>();
  readonly #hanging = new Set<string>();
  readonly #server: Server;
  #stockKeys: StockKey[] = [];

  private constructor(stack: Stack, storeId: string) {
    const pool = (service: 'inventory' | 'webhooks') =>
      new pg.Pool({ connectionString: stack.databaseUrls[service], max: 2 });
    this.#stack = stack;
    this.#storeId = storeId;
    this.#storesOfEvents = [storeId];
    this.#benchApps = new BenchApps(stack);
    [this.#inventory, this.#webhooks] = [pool('inventory'), pool('webhooks')];
    this.#server = createServer((request, response) => {
      const path = request.url!;
      const event = request.headers['x-service-event-id'] as string;
      request.resume();
      if (this.#hanging.has(path)) return;
      const committedAt = this.#committedAt.get(event);
      if (committedAt !== undefined) this.receipts.push({ path, afterMs: performance.now() - committedAt });
      response.end();
    });
  }

  static async open(stack: Stack, storeId: string): Promise<WebhookLoad> {
    const load = new WebhookLoad(stack, storeId);
    load.#server.listen(0, '127.0.0.1');
    await once(load.#server, 'listening');
    const { rows } = await load.#inventory.query<{ shop: string; product: string; variant: string }>(
      `select shop_id as shop, product_id as product, variant_id as variant from stock_item
       where store_id = $1 limit 200`,
      [storeId],
    );
    load.#stockKeys = rows.map(({ shop: shopId, product: productId, variant }) => ({
      shopId,
      productId,
      variantId: variant || undefined,
    }));
    // Apps left by an aborted run would receive all events as well.
    await load.uninstall();
    return load;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.uninstall();
    await Promise.all([this.#benchApps.close(), this.#inventory.end(), this.#webhooks.end()]);
  }

  /**
   * Installs an app for each endpoint and waits until the service has it.
   * @param others number of further apps, without an endpoint
   */
  async install(endpoints: readonly BenchEndpoint[], others = 0): Promise<void> {
    const { port } = this.#server.address() as AddressInfo;
    const channel = new GrpcChannel(this.#stack.processes.webhooks.address, [WebhooksServiceService]);
    const webhooks = channel.service(WebhooksServiceService);
    const apps = await this.#benchApps.install(this.#storeId, endpoints.length + others, ['read_stock']);
    for (const [n, { path, hangs }] of endpoints.entries()) {
      if (hangs) this.#hanging.add(path);
      await webhooks.putEndpoint(systemContext('bench', deadlineIn(10_000)), {
        appId: apps[n]!.appId,
        url: `http://127.0.0.1:${port}${path}`,
        eventTypes: [TYPE],
      });
    }
    channel.close();
  }

  /** Spreads the events over new stores, each with an app without an endpoint. */
  async spread(stores: number): Promise<void> {
    this.#storesOfEvents = await this.#benchApps.addStores(stores);
    for (const storeId of this.#storesOfEvents) await this.#benchApps.install(storeId, 1, ['read_stock']);
  }

  /** Removes the apps with their deliveries. */
  async uninstall(): Promise<void> {
    const apps = await this.#benchApps.remove();
    for (const table of ['delivery', 'finished_delivery', 'attempt', 'endpoint'])
      await this.#webhooks.query(`delete from ${table} where app_id = any($1)`, [apps]);
    this.#hanging.clear();
    this.#committedAt.clear();
    this.receipts.length = 0;
  }

  /** Commits the given number of events at once and wakes the relay, as a service does. */
  async commit(count: number): Promise<void> {
    const stores = this.#storesOfEvents;
    const events = Array.from({ length: count }, (_, n) => this.#event(stores[n % stores.length]!));
    await this.#inventory.query(
      `insert into outbox (store_id, event_id, subject, message)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[])`,
      [
        events.map(({ storeId }) => storeId),
        events.map(({ id }) => id),
        events.map(({ storeId }) => `commerce.inventory.${TYPE}.${storeId}`),
        events.map((event) => Buffer.from(Event.encode(event).finish())),
      ],
    );
    const now = performance.now();
    for (const { id } of events) this.#committedAt.set(id, now);
    await this.#inventory.query(`select pg_notify('outbox', '')`);
  }

  #event(storeId: string): Event {
    const stockKey = this.#stockKeys[Math.floor(Math.random() * this.#stockKeys.length)]!;
    const payload = { ...stockKey, sku: undefined, onHand: 1, available: 1, version: 1 };
    return {
      id: newId('evt'),
      type: TYPE,
      occurredAtMs: Date.now(),
      storeId,
      actor: systemActor,
      subjectId: stockKey.productId,
      requestId: 'bench',
      traceparent: '',
      payload: Buffer.from(StockChanged.encode(payload).finish()),
    };
  }

  /** Waits until the given number of deliveries have been received. */
  async received(count: number): Promise<void> {
    for (const deadline = performance.now() + GIVE_UP_MS; this.receipts.length < count; await sleep(5))
      if (performance.now() > deadline)
        throw new Error(`received ${this.receipts.length} of ${count} deliveries`);
  }
}

import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import {
  OrderCancelled,
  OrderCreated,
  OrderPaid,
  OrderUpdated,
} from '@commerce/proto/commerce/orders/v1/events.ts';
import {
  BatchGetOrdersResponse,
  ListOrdersResponse,
  OrdersServiceService,
  type ListOrdersRequest,
  type Order,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { TillServiceService } from '@commerce/proto/commerce/orders/v1/till.ts';
import { systemClock, type Clock } from '@commerce/service-kit/clock.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { handlersOf } from '@commerce/service-kit/process/service.ts';
import { testConnect, testParts } from '@commerce/service-kit/testing/service.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';

import { connectClients, type Clients } from '../../src/clients.ts';
import type { Config } from '../../src/config.ts';
import { openDeps, type Deps } from '../../src/deps.ts';
import * as rpc from '../../src/rpc/index.ts';

const NO_FILTER: ListOrdersRequest = {
  limit: 100,
  pageToken: Buffer.alloc(0),
  status: undefined,
  updatedSinceMs: undefined,
  createdSinceMs: undefined,
  shopId: undefined,
  ids: [],
};

/** Filter of a list. */
export type Filter = Partial<Omit<ListOrdersRequest, 'pageToken'>>;

/** Context of a call by an installation, with an optional idempotency key and body. */
export function contextOf(storeId: string, key?: string, body = ''): Context {
  return {
    ...context(storeId),
    actor: { kind: Actor_Kind.INSTALLATION, id: 'ins_a', appId: 'app_a' },
    ...(key !== undefined && {
      idempotency: { key, fingerprint: Buffer.from(body), presentation: 'answer' },
    }),
  };
}

const context = (storeId: string): Context => systemContext('request', deadlineIn(30_000), storeId);

/** Clients of services that are down. */
export const unavailableClients = (): Clients =>
  connectClients(testConnect().connect, addressesAt('127.0.0.1:1'));

/** Settings with every other service at one address. */
export const addressesAt = (address: string): Config =>
  ({
    PRICING_ADDRESS: address,
    INVENTORY_ADDRESS: address,
    CUSTOMERS_ADDRESS: address,
    CATALOG_ADDRESS: address,
  }) as Config;

/** Dependencies of the service on a database. */
export function depsOn(db: Database, clients: Clients, clock: Clock = systemClock): Deps {
  return openDeps(testParts('orders', db, clients, clock));
}

/** The handlers on a database; `page`, `batch` and `order` decode their answers as a client does. */
export function serviceOn(db: Database, clients: Clients, clock?: Clock) {
  const deps = depsOn(db, clients, clock);
  const handlers = handlersOf(OrdersServiceService, rpc, deps);
  const till = handlersOf(TillServiceService, rpc, deps);

  const page = async (storeId: string, request: Partial<ListOrdersRequest>) => {
    const answer = await handlers.listOrders(context(storeId), { ...NO_FILTER, ...request });
    return ListOrdersResponse.decode((answer as EncodedPage).serialize());
  };
  const pages = async (storeId: string, filter: Filter): Promise<Order[][]> => {
    const all: Order[][] = [];
    for (let pageToken = Buffer.alloc(0); ;) {
      const { orders, nextPageToken } = await page(storeId, { ...filter, pageToken });
      all.push(orders);
      if (nextPageToken.length === 0) return all;
      pageToken = Buffer.from(nextPageToken);
    }
  };
  const batch = async (keys: { storeId: string; id: string }[]) => {
    const answer = await handlers.batchGetOrders(context(''), { keys });
    return BatchGetOrdersResponse.decode((answer as EncodedPage).serialize()).orders;
  };
  const order = async (storeId: string, id: string) => (await batch([{ storeId, id }]))[0]!;
  return { page, pages, batch, order, handlers, till, deps };
}

/** The order of an answer that is not a replay. */
export function orderOf(answer: unknown): Order {
  if (answer instanceof StoredAnswer) throw new Error('the answer is a replay');
  return (answer as { order: Order }).order;
}

/** Code of a refusal, or reason of a conflict; undefined without a refusal. */
export async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (error === undefined) return undefined;
  if (!(error instanceof Fault)) throw error as Error;
  return error.code === 'conflict' ? error.details[0]!.reason : error.code;
}

const PAYLOADS = {
  'order.created': OrderCreated,
  'order.updated': OrderUpdated,
  'order.paid': OrderPaid,
  'order.cancelled': OrderCancelled,
};

/** Removes the events from the outbox and decodes their payloads. */
export async function drainEvents(db: Database) {
  return (await drainOutbox(db)).map((event: Event) => ({
    type: event.type,
    id: event.subjectId,
    at: event.occurredAtMs,
    actor: event.actor?.id,
    payload: PAYLOADS[event.type as keyof typeof PAYLOADS].decode(event.payload),
  }));
}

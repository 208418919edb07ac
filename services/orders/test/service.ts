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
  type ListOrdersRequest,
  type Order,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { systemClock, type Clock } from '@commerce/service-kit/clock.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { storeStamp } from '@commerce/service-kit/db/stamp.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { drainOutbox, testWriter } from '@commerce/service-kit/testing/writer.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';

import { connectNeighbours, type Neighbours } from '../src/neighbours.ts';
import type { Deps } from '../src/rpc/deps.ts';
import { handlersOf } from '../src/run.ts';
import { orderEncoding } from '../src/store/order-rebuild.ts';
import { openPrisma } from '../src/store/prisma.ts';

const NO_FILTER: ListOrdersRequest = {
  limit: 100,
  pageToken: Buffer.alloc(0),
  status: undefined,
  updatedSinceMs: undefined,
  createdSinceMs: undefined,
  shopId: undefined,
};

/** Which orders a list is to have. */
export type Filter = Partial<Omit<ListOrdersRequest, 'pageToken'>>;

/** A call of an installation, with a key and a body where they are given. */
export function contextOf(storeId: string, key?: string, body = ''): Context {
  return {
    ...context(storeId),
    actor: { kind: Actor_Kind.INSTALLATION, id: 'ins_a', appId: 'app_a' },
    ...(key !== undefined && {
      idempotency: { key, fingerprint: Buffer.from(body), presentation: 'told' },
    }),
  };
}

const context = (storeId: string): Context => systemContext('request', Date.now() + 30_000, storeId);

/** Neighbours that are away. */
export const nobody = (): Neighbours => {
  const address = '127.0.0.1:1';
  return connectNeighbours({ pricing: address, inventory: address, customers: address, catalog: address });
};

/** The service's methods over a database, as the server runs them. */
export function depsOn(db: Database, neighbours: Neighbours, clock: Clock = systemClock): Deps {
  return {
    db,
    prisma: openPrisma(db),
    orderEncoding: orderEncoding(db),
    writer: testWriter('orders', db, clock),
    clock,
    stamp: storeStamp(clock),
    neighbours,
    logger: createLogger('orders', 'silent'),
  };
}

/** The handlers over a database, their answers decoded as a client would. */
export function serviceOn(db: Database, neighbours: Neighbours, clock?: Clock) {
  const deps = depsOn(db, neighbours, clock);
  const handlers = handlersOf(deps);

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
  return { page, pages, batch, order, handlers, deps };
}

/** The order of an answer that was not a replay. */
export function orderOf(answer: unknown): Order {
  if (answer instanceof StoredAnswer) throw new Error('it was a replay');
  return (answer as { order: Order }).order;
}

/** Code, or for a conflict its reason, of a refusal; `undefined` when there was none. */
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

/** Takes the events out of the outbox: type, subject, and payload decoded. */
export async function takeTold(db: Database) {
  return (await drainOutbox(db)).map((event: Event) => ({
    type: event.type,
    id: event.subjectId,
    at: event.occurredAtMs,
    actor: event.actor?.id,
    payload: PAYLOADS[event.type as keyof typeof PAYLOADS].decode(event.payload),
  }));
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretKey } from 'node:crypto';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { NO_GRANTS } from '@commerce/public-api/route.ts';
import { eventBody } from '@commerce/public-api/events/body.ts';
import { EVENT_SHAPES } from '@commerce/public-api/2026-10/events/types.ts';
import { exampleProduct } from '@commerce/public-api/2026-10/examples/product.ts';
import { listEvents as route } from '@commerce/public-api/2026-10/routes/events.ts';
import { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { addServices } from '@commerce/service-kit/process/service.ts';
import webhooks from '../../../services/webhooks/src/main.ts';
import { Engine, newEvent } from '../../../services/webhooks/test/support/engine.ts';
import { connectServices, type Services } from '../../src/grpc/services.ts';
import { cursorBox } from '../../src/edge/cursor.ts';
import { listEvents } from '../../src/public/handlers/events.ts';

const KEYS = [createSecretKey(Buffer.alloc(32, 1))];
let engine: Engine;
let server: GrpcServer;
let services: Services;

beforeAll(async () => {
  engine = await Engine.create();
  server = new GrpcServer(createLogger('test', 'silent'), { maxConnectionAgeMs: 60_000 });
  addServices(server, webhooks.rpc(engine.deps));
  const here = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  const others = { auth: here, catalog: here, pricing: here, inventory: here, orders: here, customers: here };
  services = connectServices({ ...others, webhooks: here }, { keepBytes: 1_000_000 });
});
afterAll(async () => {
  services.close();
  await server.close(1_000);
  await engine.close();
});

interface Query {
  type?: 'product.updated' | 'product.created';
  cursor?: string;
  limit: number;
}

/** Response of the newest version to an installation. */
async function answer(storeId: string, installationId: string, query: Query) {
  const actor = { kind: Actor_Kind.INSTALLATION, id: installationId, appId: 'app_a' };
  const ctx = { storeId, actor, requestId: 'r', deadlineMs: deadlineIn(10_000) };
  const { cursor: _, limit: __, ...filters } = query;
  const cursor = cursorBox(KEYS, { storeId, operation: 'listEvents', filters });
  const all = { type: undefined, created_since: undefined, cursor: undefined, ...query };
  const page = await listEvents(
    { ctx, version: '2026-10', scopes: new Set(), services, docsUrl: 'https://api.example/docs', cursor },
    { params: {}, query: all, body: undefined },
  );
  return route.success.schema.parse(route.present(page, NO_GRANTS));
}

test('GET /events returns the events of the webhooks page by page, each with the body of its webhook', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, 'https://hooks.example.com/');
  const events = Array.from({ length: 5 }, () =>
    newEvent(store, 'product.updated', { subjectId: exampleProduct.id }),
  );
  await engine.receive(...events);
  engine.fetch = () => ({ product: exampleProduct });
  const returned: unknown[] = [];
  const pages: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await answer(store, app.installationId, {
      limit: 2,
      ...(cursor === undefined ? {} : { cursor }),
    });
    returned.push(...page.data);
    pages.push(page.data.length);
    cursor = page.next_cursor;
  }
  expect(pages).toEqual([2, 2, 1]);
  expect(returned.map((one) => JSON.stringify(one))).toEqual(
    events.map((event) => eventBody(EVENT_SHAPES, event, { product: exampleProduct }, NO_GRANTS).toString()),
  );
});

test('a cursor is bound to the requested type', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, 'https://hooks.example.com/');
  await engine.receive(newEvent(store), newEvent(store));
  const { next_cursor: cursor } = await answer(store, app.installationId, {
    type: 'product.updated',
    limit: 1,
  });
  const other = answer(store, app.installationId, { type: 'product.created', limit: 1, cursor: cursor! });
  await expect(other).rejects.toMatchObject({
    code: 'invalid_request',
    details: [{ reason: 'cursor_filter_mismatch' }],
  });
});

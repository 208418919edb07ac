import { describe, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { EVENT_EXAMPLES } from '@commerce/public-api/2026-10/examples/events.ts';
import { exampleProduct } from '@commerce/public-api/2026-10/examples/product.ts';
import { MAX_EVENT_BODY_BYTES } from '@commerce/public-api/events/body.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { testVersions } from '../../../packages/public-api/test/versions/2099-01.ts';
import { getEndpoint } from '../src/rpc/get-endpoint.ts';
import { listEvents } from '../src/rpc/list-events.ts';
import { putEndpoint } from '../src/rpc/put-endpoint.ts';
import { replayDelivery } from '../src/rpc/replay-delivery.ts';
import { newEvent } from './support/engine.ts';
import { answers } from './support/receiver.ts';
import { useStage } from './support/stage.ts';

const HOOK = 'https://hooks.example.com/in';
const OLD = '2026-10';
const NEW = '2099-01';
const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
const stage = useStage({ versions: testVersions });

const choose = (appId: string, apiVersion: string | undefined, url = stage.receiver.url) =>
  putEndpoint(stage.engine.deps)(ctx, {
    appId,
    url,
    eventTypes: ['product.updated', 'order.paid'],
    apiVersion,
  });
const versionOfApp = async (appId: string): Promise<string> => {
  const response = await getEndpoint(stage.engine.deps)(ctx, { appId });
  if (!('endpoint' in response)) throw new Error('an endpoint was expected');
  return response.endpoint!.apiVersion;
};

/** Creates an app on the store whose webhook has a version. */
async function newApp(store: string, apiVersion: string) {
  const scopes = ['read_products', 'read_orders'];
  const app = await stage.engine.newApp(store, stage.receiver.url, { scopes });
  await choose(app.appId, apiVersion);
  return app;
}

const product = { ...exampleProduct, id: newId('prd') };
const productEvent = (store: string) => newEvent(store, 'product.updated', { subjectId: product.id });
const delivered = (count: number) =>
  stage.engine.until(
    (rows) => rows.filter(({ state }) => state === 'delivered').length === count,
    `${count} delivered`,
  );
const attempted = (count: number) =>
  stage.engine.until(([row]) => row!.attempts === count && row!.leased_until === null, `attempt ${count}`);
const bodyAt = (at: number) => JSON.parse(stage.receiver.received[at]!.body);
/** Version of a body with a product. */
const formatOf = (body: { data: object }): string => ('weight' in body.data ? OLD : NEW);

describe('the version of an endpoint', () => {
  test('is the newest when it is created, and then the one that its app chose', async () => {
    const appId = newId('app');
    await choose(appId, undefined, HOOK);
    expect(await versionOfApp(appId)).toBe(NEW);
    await choose(appId, OLD, HOOK);
    expect(await versionOfApp(appId)).toBe(OLD);
    await choose(appId, undefined, HOOK);
    expect(await versionOfApp(appId)).toBe(OLD);
    const other = newId('app');
    await choose(other, OLD, HOOK);
    expect(await versionOfApp(other)).toBe(OLD);
  });

  test.each(['2026-11', '', '__proto__'])('cannot be %j', async (apiVersion) => {
    const appId = newId('app');
    await expect(choose(appId, apiVersion, 'http://hooks.example.com:8443')).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'url', reason: 'url_not_https' }, { field: 'api_version' }],
    });
  });

  test('is 2026-10 for an endpoint that a process of the previous release created', async () => {
    const appId = newId('app');
    await stage.engine.query(
      `insert into endpoint (app_id, url, secret, state, created_at, updated_at)
       values ($1, 'https://x.example', 'sealed', 'active', now(), now())`,
      [appId],
    );
    expect(await versionOfApp(appId)).toBe(OLD);
  });
});

describe('the body of a webhook', () => {
  test('has the version of its app, with one fetch for all versions, and is signed as sent', async () => {
    const store = newId('sto');
    stage.engine.fetch = () => ({ product });
    stage.engine.nowMs = Date.now();
    const apps = [await newApp(store, OLD), await newApp(store, NEW), await newApp(store, OLD)];
    await stage.engine.receive(productEvent(store));
    const rows = await delivered(3);
    expect(stage.engine.fetchCalls).toBe(1);
    for (const [at, expected] of [OLD, NEW, OLD].entries()) {
      const { appId, secret } = apps[at]!;
      const { id } = rows.find((row) => row.app_id === appId)!;
      const got = stage.receiver.received.find(({ headers }) => headers['x-service-delivery'] === id)!;
      const body = new Webhook(secret).verify(got.body, got.headers as Record<string, string>);
      expect(formatOf(body as { data: object })).toBe(expected);
      expect(
        testVersions
          .find(({ prefix }) => prefix === expected)!
          .events['product.updated']!.schema.safeParse(body).success,
      ).toBe(true);
    }
  });

  test('has the changed fields of an event type', async () => {
    const store = newId('sto');
    const { event, resources } = EVENT_EXAMPLES['order.paid']!;
    stage.engine.fetch = () => resources;
    await newApp(store, NEW);
    const payload = Buffer.from(event.payload);
    await stage.engine.receive(newEvent(store, 'order.paid', { payload }));
    await delivered(1);
    expect(bodyAt(0).meta).toEqual({ status: 'confirmed', payment: { via: 'online' } });
  });

  test('over 256 KB has only the id of the resource, in every version', async () => {
    const store = newId('sto');
    const description = 'x'.repeat(MAX_EVENT_BODY_BYTES);
    stage.engine.fetch = () => ({ product: { ...product, description } });
    await newApp(store, OLD);
    await newApp(store, NEW);
    await stage.engine.receive(productEvent(store));
    await delivered(2);
    for (const at of [0, 1])
      expect(bodyAt(at)).toMatchObject({ data: { id: product.id }, meta: { truncated: true } });
  });

  test('has the version of the time of the attempt in a retry and in a replay, at the URL of that version', async () => {
    const store = newId('sto');
    stage.engine.fetch = () => ({ product });
    stage.receiver.answer = answers(500);
    const save = (appId: string, version: string) =>
      choose(appId, version, `${stage.receiver.url}&format=${version}`);
    const { appId } = await newApp(store, OLD);
    await save(appId, OLD);
    await stage.engine.receive(productEvent(store));
    const [first] = await attempted(1);
    await save(appId, NEW);
    stage.advance(60_000);
    await attempted(2);
    await save(appId, OLD);
    stage.receiver.answer = answers(200);
    stage.advance(120_000);
    await delivered(1);
    await save(appId, NEW);
    await replayDelivery(stage.engine.deps)(ctx, { appId, deliveryId: first!.id });
    await delivered(2);
    expect(stage.receiver.received.map((_, at) => formatOf(bodyAt(at)))).toEqual([OLD, NEW, OLD, NEW]);
    expect(stage.receiver.received.map(({ path }) => path.split('=').at(-1))).toEqual([OLD, NEW, OLD, NEW]);
    expect(new Set(stage.receiver.received.map((_, at) => bodyAt(at).id)).size).toBe(1);
  });

  test('has the oldest version if the version of the app was removed', async () => {
    const store = newId('sto');
    stage.engine.fetch = () => ({ product });
    const { appId } = await newApp(store, NEW);
    await stage.engine.query("update endpoint set api_version = '2020-01' where app_id = $1", [appId]);
    await stage.engine.receive(productEvent(store));
    await delivered(1);
    expect(formatOf(bodyAt(0))).toBe(OLD);
  });

  test('is not sent to the app that made the change, whatever its version', async () => {
    const store = newId('sto');
    stage.engine.fetch = () => ({ product });
    const [own, other] = [await newApp(store, NEW), await newApp(store, OLD)];
    const actor = { kind: Actor_Kind.INSTALLATION, id: own.installationId, appId: own.appId };
    await stage.engine.receive({ ...productEvent(store), actor });
    const rows = await delivered(1);
    expect(rows.map(({ app_id }) => app_id)).toEqual([other.appId]);
  });
});

test('the feed has the version of the request, whatever the version of the app, or without one that of the endpoint', async () => {
  const store = newId('sto');
  stage.engine.fetch = () => ({ product });
  const app = await newApp(store, NEW);
  await stage.engine.receive(productEvent(store));
  const actor = { kind: Actor_Kind.INSTALLATION, id: app.installationId, appId: app.appId };
  const formats = async (apiVersion: string) => {
    const request = { limit: 10, pageToken: Buffer.alloc(0), apiVersion };
    const response = await listEvents(stage.engine.deps)({ ...ctx, storeId: store, actor }, request);
    if (!('bodies' in response)) throw new Error('a page was expected');
    return response.bodies.map((body) => formatOf(JSON.parse(Buffer.from(body).toString())));
  };
  expect(await formats(OLD)).toEqual([OLD]);
  expect(await formats(NEW)).toEqual([NEW]);
  expect(await formats('')).toEqual([NEW]);
});

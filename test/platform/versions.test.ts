import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parametersOf } from '@commerce/public-api/query.ts';
import type { AnyRoute } from '@commerce/public-api/route.ts';
import { atLongLevel } from '@commerce/service-kit/testing/level.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { testVersions } from '../../packages/public-api/test/versions/2099-01.ts';
import { call, type Answer } from '../support/api.ts';
import { testEveryResponse } from '../support/every-response.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { apiRoot, platform } from '../support/platform.ts';
import { testReads } from '../support/read-matrix.ts';
import { testRefusedWrites } from '../support/refusal-matrix.ts';
import { startVersions } from '../support/versions/start.ts';
import { toNext } from '../support/versions/to-next.ts';
import { writeTargets } from '../support/write-targets.ts';
import { VALID_WRITES, WritingClient, type Targets } from '../support/writes.ts';

const {
  demo,
  gateways: [issuer],
} = platform();
const [old, next] = testVersions;
let started: Awaited<ReturnType<typeof startVersions>>;
const origin = (): string => started.url;
/** The same app with each version. */
let clients: { old: WritingClient; next: WritingClient };

beforeAll(async () => {
  started = await startVersions();
  const { access_token } = await new AppClient(issuer, await newApp()).install(demo.stores[1].owner);
  clients = {
    old: new WritingClient(origin(), access_token, old.prefix),
    next: new WritingClient(origin(), access_token, next.prefix),
  };
  const writer = await newWriter();
  for (let n = 0; n < 3; n++) await writer.newProduct({ weight: { value: n, unit: 'kg' } });
  await writer.send('POST', '/customers', { body: { name: 'Ana', email: `${randomUUID()}@example.com` } });
});
afterAll(() => started.stop());

/** Installs another app, whose changes are events for the app of the clients. */
async function newWriter(): Promise<WritingClient> {
  const { access_token } = await new AppClient(issuer, await newApp()).install(demo.stores[1].owner);
  return new WritingClient(issuer, access_token);
}

// At the default level, other files test the current version like this.
if (atLongLevel) {
  describe('2026-10, deprecated and past its sunset', () => {
    testReads(old, origin);
    testRefusedWrites(old, () => [origin(), origin()]);
    testEveryResponse(old.prefix, origin);
  });

  describe('2099-01', () => {
    testReads(next, origin);
    testRefusedWrites(next, () => [origin(), origin()], toNext);
    testEveryResponse(next.prefix, origin);
  });
}

const both = async (send: (client: WritingClient) => Promise<Answer>): Promise<[Answer, Answer]> => [
  await send(clients.old),
  await send(clients.next),
];

/** Reads with both versions, again if events of other tests arrived between the two reads, also behind the page. */
const bothNow = (path: string): Promise<[Answer, Answer]> =>
  until(async () => {
    const answers = await both((client) => client.get(path));
    const [before, after] = answers.map(({ body }) =>
      JSON.stringify([body.data, body.next_cursor === null], ['id']),
    );
    return before === after && answers;
  }, `the same resources of ${path} in both versions`);

/** Id of a resource of a list. */
const idIn = async (list: string): Promise<string> =>
  (await clients.old.get(`${list}?limit=1`)).body.data[0].id;

describe('the same request in both versions', () => {
  const reads = Object.entries<AnyRoute>(next.routes).filter(([, { method }]) => method === 'GET');

  test.each(reads)('%s returns the same data, which differs exactly as declared', async (_name, route) => {
    const search = 'cursor' in parametersOf(route.query) ? new URLSearchParams({ limit: '20' }) : undefined;
    if (parametersOf(route.query)['shop']?.safeParse(undefined).success === false)
      search?.set('shop', await idIn('/shops'));
    const path = route.path.includes(':id')
      ? route.path.replace(':id', await idIn(route.path.replace('/:id', '')))
      : route.path;
    const url = search === undefined ? path : `${path}?${search.toString()}`;
    // Twice, because the second response comes from what the gateway keeps.
    for (let n = 0; n < 2; n++) {
      const [before, after] = await bothNow(url);
      expect([before.status, after.status]).toEqual([200, 200]);
      // Requests and installations of other files change them at any time.
      for (const { body } of [before, after]) {
        delete body.data.limits?.requests.remaining;
        delete body.data.limits?.installed_apps.used;
      }
      expect(after.body).toEqual(toNext(before.body));
    }
  });

  test.each(['GET', 'POST', 'OPTIONS'])('%s of the removed endpoint is 404', async (method) => {
    const [before, after] = await both((client) => client.send(method, '/price-lists'));
    expect(before.status).toBe(method === 'GET' ? 200 : 405);
    expect([after.status, after.body.code]).toEqual([404, 'not_found']);
  });
});

describe('writes', () => {
  test('a resource that one version writes is read by the other one', async () => {
    const weight = { weight_value: 1.25, weight_unit: 'kg' };
    const product = await clients.next.newProduct(weight);
    expect(product).toMatchObject(weight);
    const path = `/products/${product.id}`;
    expect((await clients.old.get(path)).body.data.weight).toEqual({ value: 1.25, unit: 'kg' });
    await clients.old.send('PATCH', path, { body: { weight: { value: 2, unit: 'lb' } } });
    expect((await clients.next.get(path)).body.data).toMatchObject({ weight_value: 2, weight_unit: 'lb' });
    const priced = await clients.next.send('PUT', `/prices/${product.id}`, { body: { price: 10 } });
    expect(priced.body.data).toMatchObject({ price: 10, weight_value: 2, weight_unit: 'lb' });
  });

  test('fields of the other version are unknown', async () => {
    const body = { name: 'Ana', email: 'ana@example.com', email_address: 'ana@example.com' };
    const answers = await both((client) => client.send('POST', '/customers', { body }));
    expect(answers.map(({ status, body: { details } }) => [status, details[0]])).toEqual(
      ['email_address', 'email'].map((field) => [
        400,
        { reason: 'unknown_field', field, message: 'Unknown field.' },
      ]),
    );
  });

  test("a service's refusal names the field of the version, also in a replay", async () => {
    const body = { name: 'Ana', email: `${randomUUID()}@example.com` };
    expect((await clients.old.send('POST', '/customers', { body })).status).toBe(201);
    for (const key of [undefined, randomUUID()]) {
      const sent = key === undefined ? {} : { key };
      const before = await clients.old.send('POST', '/customers', { ...sent, body });
      const again = { ...sent, ...(key && { key: `${key}-next` }), body: toNext(body) };
      const after = await clients.next.send('POST', '/customers', again);
      expect([before.body.details[0].field, after.body.details[0].field]).toEqual(['email', 'email_address']);
      expect(after.status).toBe(before.status);
      if (key === undefined) continue;
      const replayed = await clients.next.send('POST', '/customers', again);
      expect([replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([after.text, 'true']);
    }
  });

  test('a key belongs to the version of its request', async () => {
    const targets: Targets = await writeTargets(clients.old, demo.stores[1].id);
    for (const [name, requestOf] of Object.entries(VALID_WRITES)) {
      const [method] = name.split(' ');
      if (method === 'DELETE') continue;
      const key = randomUUID();
      const { path, body } = requestOf(targets);
      const inNext = { key, body: toNext(body) };
      const first = await clients.next.send(method!, path, inNext);
      expect([name, first.status]).toEqual([name, method === 'POST' && !path.includes('/', 1) ? 201 : 200]);
      const other = await clients.old.send(method!, path, { key, body });
      expect([name, other.status, other.body.code]).toEqual([name, 422, 'idempotency_conflict']);
      const again = await clients.next.send(method!, path, inNext);
      expect([name, again.status, again.text]).toEqual([name, first.status, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
  });
});

test.each(['/products', '/customers', '/orders', '/events'])(
  'a cursor of %s continues the same walk in the other version',
  async (list) => {
    const [first] = await both((client) => client.get(`${list}?limit=2`));
    const cursor = first.body.next_cursor as string | null;
    expect(cursor).not.toBeNull();
    const rest = `${list}?limit=3&cursor=${cursor}`;
    const [before, after] = await both((client) => client.get(rest));
    expect([before.status, after.status]).toEqual([200, 200]);
    expect(after.body).toEqual(toNext(before.body));
    const filtered = `${rest}&${list === '/events' ? 'created_since' : 'updated_since'}=2020-01-01`;
    for (const answer of await both((client) => client.get(filtered)))
      expect(answer.body.details[0].reason).toBe('cursor_filter_mismatch');
  },
);

test('GET /events has the bodies of the version of its path', async () => {
  const types = ['product.created', 'customer.created'];
  for (const type of types) {
    // The events arrive after the writes.
    await expect
      .poll(async () => (await clients.old.get(`/events?type=${type}`)).body.data.length)
      .toBeGreaterThan(0);
    const [before, after] = await bothNow(`/events?limit=100&type=${type}`);
    expect(after.body).toEqual(toNext(before.body));
    expect(after.text).not.toBe(before.text);
    next.routes['listEvents']!.success.schema.parse(after.body);
  }
});

test('the deprecated version has its dates in every response of its paths, the other one has none', async () => {
  const paths = ['/store', '/products?limit=0', '/products/prd_x', '/products/prd_x?color=red'];
  for (const path of paths) {
    for (const token of [undefined, clients.old.token]) {
      const headers = await Promise.all(
        testVersions.map(async ({ prefix }) => (await call(apiRoot(origin(), prefix), path, token)).headers),
      );
      expect(headers.map((all) => [all.get('deprecation'), all.get('sunset')])).toEqual([
        ['@1735689600', 'Sun, 01 Feb 2026 00:00:00 GMT'],
        [null, null],
      ]);
    }
  }
});

/** Products of a category, in each version. */
const inOld = (value: string, more = '') => clients.old.get(`/products?category=${value}${more}`);
const inNext = (value: string, more = '') => clients.next.get(`/products?category_id=${value}${more}`);

const fieldsOf = ({ body: { details } }: Answer): string[] =>
  details.map((each: { field: string }) => each.field);

describe('a renamed parameter', () => {
  let category: string;
  let unknown: string;
  beforeAll(async () => {
    category = await idIn('/categories');
    unknown = `${category.slice(0, -6)}zzzzzz`;
    const writer = await newWriter();
    for (let n = 0; n < 3; n++) await writer.newProduct({ category_ids: [category] });
  });

  test('filters in both versions, and its cursor continues the same walk in the other one', async () => {
    const [before, after] = [await inOld(category, '&limit=2'), await inNext(category, '&limit=2')];
    expect(before.body.data).toHaveLength(2);
    for (const { category_ids: ids } of before.body.data) expect(ids).toContain(category);
    expect(after.body).toEqual(toNext(before.body));
    const rest = `&limit=3&cursor=${before.body.next_cursor}`;
    const [older, newer] = [await inOld(category, rest), await inNext(category, rest)];
    expect([older.status, newer.status]).toEqual([200, 200]);
    expect(newer.body).toEqual(toNext(older.body));
  });

  test('binds the cursors of its list, also in a request with other problems', async () => {
    const { next_cursor: cursor } = (await inNext(category, '&limit=2')).body;
    for (const bad of ['', '&limit=0']) {
      const others = await both((client) => client.get(`/products?cursor=${cursor}${bad}`));
      others.push(await inOld(unknown, `&cursor=${cursor}${bad}`));
      others.push(await inNext(unknown, `&cursor=${cursor}${bad}`));
      for (const { body } of others)
        expect(body.details.at(-1)).toMatchObject({ reason: 'cursor_filter_mismatch', field: 'cursor' });
    }
    const kept = await inNext(category, `&cursor=${cursor}&limit=0`);
    expect(fieldsOf(kept)).toEqual(['limit']);
  });

  test('is named in problems as the version of the request has it', async () => {
    // The form, an id that does not parse, and the service.
    for (const value of ['', 'x', unknown]) {
      const answers = [await inOld(value), await inNext(value)];
      expect(answers.map(fieldsOf)).toEqual([['category'], ['category_id']]);
      expect(answers.map(({ status }) => status)).toEqual(value === '' ? [400, 400] : [404, 404]);
    }
    const other = await both((client) => client.get('/products?category=x&category_id=x'));
    expect(other.map(({ body: { details } }) => details)).toEqual(
      ['category_id', 'category'].map((field) => [
        { reason: 'unknown_parameter', field, message: 'Unknown parameter.' },
      ]),
    );
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { problemSchema } from '@commerce/public-api/problem.ts';
import type { AnyRoute } from '@commerce/public-api/route.ts';
import { versions } from '@commerce/public-api/versions.ts';
import { call, type Answer } from '../support/api.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { platform } from '../support/platform.ts';
import { writeTargets } from '../support/write-targets.ts';
import { VALID_WRITES, WritingClient, type Targets } from '../support/writes.ts';

const { gateways, demo } = platform();
const store = demo.stores[1];
const routes = Object.values(versions[0]!.routes)
  .filter((route) => route.method !== 'GET')
  .map((route) => [`${route.method} ${route.path}`, route] as const);

let client: WritingClient;
let reader: WritingClient;
let other: WritingClient;
let own: Targets;
let foreign: Targets;

beforeAll(async () => {
  const app = new AppClient(gateways[0], await newApp());
  const onlyReads = new AppClient(gateways[0], await newApp(['read_products']));
  client = new WritingClient(gateways[0], (await app.install(store.owner)).access_token);
  other = new WritingClient(gateways[0], (await app.install(demo.stores[0].owner)).access_token);
  reader = new WritingClient(gateways[0], (await onlyReads.install(store.owner)).access_token);
  own = await writeTargets(client, store.id);
  foreign = await writeTargets(other, demo.stores[0].id);
});

const validRequest = (route: AnyRoute, ids = own) => VALID_WRITES[`${route.method} ${route.path}`]!(ids);
const keyed = (route: AnyRoute) => (route.idempotency === 'required' ? { key: randomUUID() } : {});

function expectProblem(answer: Answer, status: number, code: string, ...reasons: string[]): void {
  expect([answer.status, answer.body?.code]).toEqual([status, code]);
  const problem = problemSchema.parse(answer.body);
  expect(problem.request_id).toBe(answer.headers.get('x-request-id'));
  for (const reason of reasons)
    expect(problem.details.map((detail) => `${detail.field ?? ''}: ${detail.reason}`)).toContain(reason);
}

const missing = (id: string) => `${id.slice(0, -6)}zzzzzz`;

test('the examples cover every write of the contract', () => {
  expect(routes.map(([name]) => name).toSorted()).toEqual(Object.keys(VALID_WRITES).toSorted());
});

describe.each(routes)('%s', (_name, route) => {
  test('a write without a token is 401, whatever the body', async () => {
    const { path } = validRequest(route);
    const answer = await call(client.root, path, undefined, { method: route.method, body: '{' });
    expectProblem(answer, 401, 'invalid_token');
  });

  test('a write without its scope is 403, whatever the body', async () => {
    if (route.scope === null) return;
    const answer = await reader.send(route.method, validRequest(route).path, { body: '{' });
    expectProblem(answer, 403, 'insufficient_scope');
  });

  test('an unknown field is refused by name without an effect', async () => {
    const { path, body = {} } = validRequest(route);
    const bad = JSON.stringify({ ...(body as object), color: 'red' }).replace('{', '{"__proto__":{},');
    const answer = await client.send(route.method, path, { ...keyed(route), body: bad });
    expectProblem(answer, 400, 'invalid_request', 'color: unknown_field', '__proto__: unknown_field');
  });

  test('an unknown query parameter is refused', async () => {
    const { path, body } = validRequest(route);
    const answer = await client.send(route.method, `${path}?dry_run=1`, { ...keyed(route), body });
    expectProblem(answer, 400, 'invalid_request', 'dry_run: unknown_parameter');
  });

  test('a malformed or oversized body is refused', async () => {
    if (route.body === undefined) return;
    const { path } = validRequest(route);
    const send = (body: string, type = 'application/json') =>
      client.send(route.method, path, { ...keyed(route), body, headers: { 'content-type': type } });
    expectProblem(await send('{"name":'), 400, 'invalid_request', ': malformed_json');
    expectProblem(await send('"text"'), 400, 'invalid_request');
    expectProblem(await send('[]'), 400, 'invalid_request');
    expectProblem(await send('null'), 400, 'invalid_request');
    expectProblem(await send('{"a":{"b":1,"b":2}}'), 400, 'invalid_request', ': malformed_json');
    for (const type of ['text/plain', 'application/json; charset=iso-8859-1'])
      expectProblem(await send('{}', type), 415, 'unsupported_media_type');
    const compressed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const gzip = { ...keyed(route), body: '{}', headers: compressed };
    expectProblem(await client.send(route.method, path, gzip), 415, 'unsupported_media_type');
    expectProblem(await send(`{"name":"${'x'.repeat(1024 * 1024)}"}`), 413, 'payload_too_large');
    expectProblem(await send('['.repeat(100_000)), 400, 'invalid_request');
    expectProblem(await send(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`), 400, 'invalid_request');
  });

  test('an invalid idempotency key is reported together with the problems of the body', async () => {
    if (route.idempotency === 'none') return;
    const { path } = validRequest(route);
    for (const key of ['', 'x'.repeat(256), 'ñandú']) {
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
      const answer = await client.send(route.method, path, { headers, body: { color: 1 } });
      expectProblem(
        answer,
        400,
        'invalid_request',
        'Idempotency-Key: idempotency_key_invalid',
        'color: unknown_field',
      );
    }
    if (route.idempotency !== 'required') return;
    const without = await client.send(route.method, path, { body: validRequest(route).body });
    expectProblem(without, 400, 'invalid_request', 'Idempotency-Key: idempotency_key_required');
  });

  test('a write to a resource of another store is answered byte for byte like one to a missing resource', async () => {
    const absent = Object.fromEntries(Object.entries(own).map(([kind, id]) => [kind, missing(id)]));
    const requests = [validRequest(route, foreign), validRequest(route, absent as unknown as Targets)];
    if (
      requests[0]!.path === validRequest(route).path &&
      !JSON.stringify(requests[0]!.body ?? '').includes('shp_')
    )
      return;
    const answers = [];
    for (const { path, body } of requests)
      answers.push(await client.send(route.method, path, { ...keyed(route), body }));
    if (route.path === '/stock/adjustments/batch') {
      // Each adjustment is refused on its own.
      const problems = answers.map(({ body: { data }, headers }) =>
        JSON.stringify(data).replaceAll(headers.get('x-request-id')!, ''),
      );
      expect(problems[0]).toContain('"code":"not_found"');
      expect(problems[0]).toBe(problems[1]);
      return;
    }
    for (const answer of answers) expectProblem(answer, 404, 'not_found');
    expect(['id', 'shop', 'product']).toContain(answers[0]!.body.details[0].field);
    const [a, b] = answers.map(({ text, headers }) => text.replace(headers.get('x-request-id')!, ''));
    expect(a).toBe(b);
  });
});

describe('idempotency', () => {
  const repeatable = routes.filter(([, route]) => route.idempotency !== 'none');

  test.each(repeatable)(
    '%s: a repeated key takes effect once and gets the same bytes',
    async (_name, route) => {
      const { path, body } = validRequest(route);
      const key = randomUUID();
      const first = await client.send(route.method, path, { key, body });
      expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([route.success.status, null]);
      route.success.schema.parse(first.body);
      const second = new WritingClient(gateways[1], client.token);
      // Bodies that differ only in whitespace and field order are equal.
      const shuffled = JSON.stringify(
        Object.fromEntries(Object.entries(body as object).toReversed()),
        null,
        2,
      );
      for (const again of [
        await client.send(route.method, path, { key, body }),
        await second.send(route.method, path, { key, body: shuffled }),
      ]) {
        expect([again.status, again.text]).toEqual([first.status, first.text]);
        expect(again.headers.get('idempotent-replayed')).toBe('true');
      }
    },
  );

  test.each(repeatable)('%s: another request with the key is 422 without an effect', async (_name, route) => {
    const { path, body } = validRequest(route);
    const key = randomUUID();
    await client.send('POST', '/customers', { key, body: { name: 'Con clave' } });
    const answer = await client.send(route.method, path, { key, body });
    expectProblem(answer, 422, 'idempotency_conflict');
  });

  test.each(repeatable)(
    '%s: of ten concurrent requests with one key exactly one takes effect',
    async (_name, route) => {
      const { path, body } = validRequest(route);
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => client.untilAnswered(route.method, path, { key, body })),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    },
  );

  test('a refusal by the service is replayed with the same bytes, including its request id', async () => {
    const { id } = await client.newProduct();
    const key = randomUUID();
    const body = { shop: own.shop, product: id, delta: -1 };
    const first = await client.send('POST', '/stock/adjustments', { key, body });
    expectProblem(first, 409, 'conflict', ': insufficient_stock');
    await client.send('POST', '/stock/adjustments', { key: randomUUID(), body: { ...body, delta: 5 } });
    const again = await client.send('POST', '/stock/adjustments', { key, body });
    expect([again.status, again.text]).toEqual([409, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('a replay uses the scopes of the original request, not the current ones', async () => {
    const app = new AppClient(gateways[0], await newApp());
    const before = new WritingClient(
      gateways[0],
      (await app.install(store.owner, ['write_products'])).access_token,
    );
    const key = randomUUID();
    const body = { name: 'Sin costo' };
    const first = await before.send('POST', '/products', { key, body });
    const widened = new WritingClient(gateways[0], (await app.install(store.owner)).access_token);
    const again = await widened.send('POST', '/products', { key, body });
    expect(first.body.data).not.toHaveProperty('cost');
    expect(again.text).toBe(first.text);
  });

  test('the same key of another installation is an independent write', async () => {
    const key = randomUUID();
    const body = { name: 'Dos veces' };
    const [a, b] = [
      await client.send('POST', '/products', { key, body }),
      await other.send('POST', '/products', { key, body }),
    ];
    expect([a.status, b.status, b.headers.get('idempotent-replayed')]).toEqual([201, 201, null]);
    expect(a.body.data.id).not.toBe(b.body.data.id);
  });
});

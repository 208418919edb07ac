import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiVersion } from '@commerce/public-api/versions.ts';
import type { Answer } from './api.ts';
import { declaredHeaders } from './error-response.ts';
import { AppClient } from './install-app.ts';
import { newApp } from './new-app.ts';
import { platform } from './platform.ts';
import { REFUSED_WRITES, refusingTargets, type RefusingTargets } from './refused-writes.ts';
import { VALID_WRITES, WritingClient, type Targets } from './writes.ts';

const expectCode = (answer: Answer, status: number, code: string): void =>
  expect([answer.status, answer.body?.code]).toEqual([status, code]);

const missing = (id: string) => `${id.slice(0, -6)}zzzzzz`;

const malformed = (id: string) => id.slice(0, 8);

/**
 * Tests the refusals of every keyed write of a version.
 * @param gateways URLs of two gateways, once the tests run
 * @param toVersion converts a body of 2026-10 to the version
 */
export function testRefusedWrites(
  version: ApiVersion,
  gateways: () => [string, string],
  toVersion: <Body>(body: Body) => Body = (body) => body,
): void {
  const {
    demo,
    gateways: [issuer],
  } = platform();
  const expectDeclaredHeaders = declaredHeaders(version);
  const store = demo.stores[1];
  const routes = Object.values(version.routes)
    .filter((route) => route.method !== 'GET' && route.idempotency !== 'none')
    .map((route) => [`${route.method} ${route.path}`, route.method] as const);

  const inVersion = ({ path, body }: { path: string; body?: unknown }) => ({ path, body: toVersion(body) });
  const clientAt = (at: 0 | 1, accessToken: string) =>
    new WritingClient(gateways()[at], accessToken, version.prefix);
  let token: string;
  let own: RefusingTargets;

  beforeAll(async () => {
    token = (await new AppClient(issuer, await newApp()).install(store.owner)).access_token;
    own = await refusingTargets(new WritingClient(gateways()[0], token), store.id);
  });

  test('the examples cover every write that accepts an idempotency key', () => {
    expect(routes.map(([name]) => name).toSorted()).toEqual(Object.keys(REFUSED_WRITES).toSorted());
  });

  describe.each(routes)('a refusal of %s is recorded with its key and replayed', (name, method) => {
    const validRequest = (ids: Targets = own) => inVersion(VALID_WRITES[name]!(ids));
    const write = (at: 0 | 1, path: string, key: string, body: unknown, type = 'application/json') =>
      clientAt(at, token).send(method, path, {
        key,
        body,
        headers: { 'content-type': type },
      });

    /**
     * Expects a replay of the same request on either gateway, and a conflict for another body with the key,
     * malformed or not.
     */
    async function expectKept(
      { path, body, type }: { path: string; body?: unknown; type?: string },
      ...statuses: number[]
    ): Promise<void> {
      const key = randomUUID();
      const first = await write(0, path, key, body, type);
      expect(statuses).toContain(first.status);
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      expectDeclaredHeaders(name, first);
      for (const at of [1, 0] as const) {
        const again = await write(at, path, key, body, type);
        expect([again.status, again.text]).toEqual([first.status, first.text]);
        expect(again.headers.get('idempotent-replayed')).toBe('true');
        expectDeclaredHeaders(name, again);
        expect(again.headers.get('x-request-id')).not.toBe(first.body.request_id);
      }
      for (const another of [{ color: 'blue' }, '{"color":']) {
        const conflict = await write(1, path, key, another);
        expectCode(conflict, 422, 'idempotency_conflict');
        expectDeclaredHeaders(name, conflict);
      }
      const last = await write(1, path, key, body, type);
      expect([last.status, last.text]).toEqual([first.status, first.text]);
    }

    test('a refusal of an unknown field (400) is replayed', async () => {
      const { path, body } = validRequest();
      await expectKept({ path, body: { ...(body as object), color: 'red' } }, 400);
    });

    test('a refusal of an unknown query parameter (400) is replayed', async () => {
      const { path, body } = validRequest();
      await expectKept({ path: `${path}?dry_run=1`, body }, 400);
    });

    test('a refusal of malformed JSON (400) is replayed', async () => {
      const { path } = validRequest();
      await expectKept({ path, body: '{"name":' }, 400);
      await expectKept({ path, body: '{"a":{"b":1,"b":2}}' }, 400);
    });

    test('a refusal of another media type (415) is replayed', async () => {
      const { path } = validRequest();
      await expectKept({ path, body: 'name=x', type: 'text/plain' }, 415);
      await expectKept({ path, body: '{}', type: 'application/json; charset=iso-8859-1' }, 415);
    });

    test('a refusal of a malformed or unknown id (404) is replayed', async () => {
      for (const change of [malformed, missing]) {
        const ids = Object.fromEntries(Object.entries(own).map(([kind, id]) => [kind, change(id)]));
        const sent = validRequest(ids as unknown as Targets);
        if (sent.path !== validRequest().path || name === 'POST /stock/adjustments')
          await expectKept(sent, 404);
      }
    });

    test('a refusal by the service (400, 404 or 409) is replayed', async () => {
      await expectKept(inVersion(REFUSED_WRITES[name]!(own)), 400, 404, 409);
    });
  });

  test('a request refused with 401, 403 or 413 does not use up its key', async () => {
    const client = clientAt(0, token);
    const onlyReads = new AppClient(issuer, await newApp(['read_products']));
    const reader = clientAt(0, (await onlyReads.install(store.owner)).access_token);
    const anonymous = clientAt(0, 'unknown');
    const key = randomUUID();
    const large = await client.send('POST', '/customers', { key, body: { name: 'x'.repeat(1024 * 1024) } });
    expectCode(large, 413, 'payload_too_large');
    expectCode(await anonymous.send('POST', '/customers', { key, body: '{' }), 401, 'invalid_token');
    for (const each of [reader, reader])
      expectCode(await each.send('POST', '/customers', { key, body: '{' }), 403, 'insufficient_scope');
    const body = { name: 'Con clave' };
    expect((await client.send('POST', '/customers', { key, body })).status).toBe(201);
  });
}

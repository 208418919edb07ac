import { beforeAll, describe, expect, test } from 'vitest';
import { parametersOf } from '@commerce/public-api/query.ts';
import type { AnyRoute } from '@commerce/public-api/route.ts';
import type { ApiVersion } from '@commerce/public-api/versions.ts';
import { call, obeyRateLimit, type Answer } from './api.ts';
import { BAD_PARAMETERS, FILTERS } from './bad-parameters.ts';
import { declaredHeaders, expectProblem } from './error-response.ts';
import { AppClient } from './install-app.ts';
import { newApp } from './new-app.ts';
import { apiRoot, platform } from './platform.ts';

const missing = (id: string) => `${id.slice(0, -6)}zzzzzz`;

const costKeys = (text: string) => [...text.matchAll(/"(cost|cogs)":/g)].length;

/** Tests every read of a version with every kind of request. @param origin URL of a gateway, once the tests run */
export function testReads(version: ApiVersion, origin: () => string): void {
  const {
    demo,
    gateways: [issuer],
  } = platform();
  const expectDeclaredHeaders = declaredHeaders(version);
  const [smaller, larger] = [demo.stores[1], demo.stores[0]];
  const routes = Object.entries(version.routes).filter(([, route]) => route.method === 'GET');

  /** Tokens of the smaller store (whose quota is larger), by scope; `other` belongs to the larger store. */
  const tokens: Record<'full' | 'productsOnly' | 'stockOnly' | 'withoutCosts' | 'other', string> = {
    full: '',
    productsOnly: '',
    stockOnly: '',
    withoutCosts: '',
    other: '',
  };
  /** Ids of resources in the smaller store, and of the same kinds in the larger one. */
  const own: Record<string, string> = {};
  const foreign: Record<string, string> = {};

  beforeAll(async () => {
    const all = new AppClient(issuer, await newApp());
    const limited = new AppClient(issuer, await newApp(['read_products']));
    tokens.productsOnly = (await limited.install(smaller.owner)).access_token;
    tokens.stockOnly = (await all.install(smaller.owner, ['read_stock'])).access_token;
    const reads = all.app.scopes.filter((scope) => scope.startsWith('read_') && scope !== 'read_costs');
    tokens.withoutCosts = (await all.install(smaller.owner, reads)).access_token;
    tokens.full = (await all.install(smaller.owner)).access_token;
    tokens.other = (await all.install(larger.owner)).access_token;
    await collectIds(own, tokens.full);
    await collectIds(foreign, tokens.other);
  });

  async function collectIds(ids: Record<string, string>, token: string): Promise<void> {
    const lists = {
      shop: '/shops',
      category: '/categories',
      brand: '/brands',
      product: '/products',
      order: '/orders',
      customer: '/customers',
    };
    for (const [kind, path] of Object.entries(lists))
      ids[kind] = (await ask(`${path}?limit=1`, token)).body.data[0].id;
  }

  async function ask(path: string, token?: string, init?: RequestInit): Promise<Answer> {
    const answer = await call(apiRoot(origin(), version.prefix), path, token, init);
    await obeyRateLimit(answer.headers);
    if (answer.status !== 404) expectLifecycle(answer);
    return answer;
  }

  /** Expects the headers of a deprecated version, or none. */
  function expectLifecycle({ headers }: Answer): void {
    const { deprecated, sunset } = version;
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([
      deprecated === undefined ? null : `@${Date.parse(deprecated) / 1000}`,
      sunset === undefined ? null : new Date(sunset).toUTCString(),
    ]);
  }

  /** A valid request of a route, with ids of a store. */
  function validRequest(route: AnyRoute, ids = own): { path: string; query: URLSearchParams } {
    const kind = route.path.split('/')[1]!.replace(/ies$/, 'y').replace(/s$/, '');
    const query = new URLSearchParams();
    const { shop } = parametersOf(route.query);
    if (shop?.safeParse(undefined).success === false) query.set('shop', ids['shop']!);
    return { path: route.path.replace(':id', ids[kind]!), query };
  }

  const url = ({ path, query }: ReturnType<typeof validRequest>, more: [string, string][] = []): string => {
    const all = new URLSearchParams(query);
    for (const [name, value] of more) all.append(name, value);
    return all.size > 0 ? `${path}?${all.toString()}` : path;
  };

  describe.each(routes)('%s', (_operation, route) => {
    test('a response matches its schema and has the common headers', async () => {
      const answer = await ask(url(validRequest(route)), tokens.full);
      expect(answer.status).toBe(200);
      route.success.schema.parse(answer.body);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('ratelimit-policy')).toMatch(/^"default";q=\d+;w=60$/);
      expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    });

    test('a valid request id of the caller is kept', async () => {
      const kept = await ask(url(validRequest(route)), tokens.full, {
        headers: { 'x-request-id': 'my.request-1' },
      });
      expect(kept.headers.get('x-request-id')).toBe('my.request-1');
      const made = await ask(url(validRequest(route)), tokens.full, {
        headers: { 'x-request-id': 'not good' },
      });
      expect(made.headers.get('x-request-id')).not.toBe('not good');
    });

    test('a missing or invalid token is 401 without other details', async () => {
      const none = await ask(url(validRequest(route), [['nonsense', '1']]));
      expectProblem(none, 401, 'invalid_token');
      expectDeclaredHeaders(`GET ${route.path}`, none);
      expect(none.headers.get('www-authenticate')).toBe('Bearer');
      const [head, body] = tokens.full.split('.');
      const bad = [
        'x',
        'a.b.c',
        `${head}.${body}.AAAA`,
        tokens.full.slice(0, -4) + 'AAAA',
        `${tokens.full}x`,
      ];
      for (const token of bad) {
        const answer = await ask(url(validRequest(route)), token);
        expectProblem(answer, 401, 'invalid_token');
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
      }
      const basic = await ask(url(validRequest(route)), undefined, {
        headers: { authorization: 'Basic eDp5' },
      });
      expectProblem(basic, 401, 'invalid_token');
    });

    test('a missing scope is 403 and the response names the scope', async () => {
      if (route.scope === null) return;
      const token = route.scope === 'read_products' ? tokens.stockOnly : tokens.productsOnly;
      const answer = await ask(url(validRequest(route), [['nonsense', '1']]), token);
      expectProblem(answer, 403, 'insufficient_scope');
      expectDeclaredHeaders(`GET ${route.path}`, answer);
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", scope="${route.scope}"`,
      );
    });

    test('one response reports every unknown, repeated and invalid parameter', async () => {
      const names = Object.keys(parametersOf(route.query)).filter((name) => name !== 'cursor');
      const bad: [string, string][] = [
        ['color', 'red'],
        ['__proto__', 'x'],
        ...names.map((name): [string, string] => [name, BAD_PARAMETERS[name]![0]!]),
      ];
      const base = { ...validRequest(route), query: new URLSearchParams() };
      const answer = await ask(url(base, bad), tokens.full);
      expectProblem(answer, 400, 'invalid_request');
      expectDeclaredHeaders(`GET ${route.path}`, answer);
      const reported = answer.body.details.map(
        (detail: { field: string; reason: string }) => `${detail.field}: ${detail.reason}`,
      );
      expect(reported).toEqual(
        expect.arrayContaining([
          'color: unknown_parameter',
          '__proto__: unknown_parameter',
          ...names.map((name) => `${name}: invalid_value`),
        ]),
      );
    });

    for (const name of Object.keys(parametersOf(route.query))) {
      for (const value of BAD_PARAMETERS[name]!) {
        const shown = value.length > 40 ? `${value.length} characters` : JSON.stringify(value);
        test(`the invalid parameter ${name}=${shown} is refused`, async () => {
          const base = validRequest(route);
          base.query.delete(name);
          const answer = await ask(url(base, [[name, value]]), tokens.full);
          expectProblem(answer, 400, 'invalid_request');
          expect(answer.body.details[0].field).toBe(name);
        });
      }
    }

    test('a resource of another store, also in a filter, is answered byte for byte like a missing one', async () => {
      const filters = Object.keys(parametersOf(route.query)).filter((name) => name in FILTERS);
      const cases = route.path.includes(':id') ? ['id'] : filters;
      const make = (named: string, ids: Record<string, string>): string => {
        if (named === 'id') return url(validRequest(route, ids));
        const base = validRequest(route);
        base.query.set(named, ids[FILTERS[named]!]!);
        return url(base);
      };
      const absent = Object.fromEntries(Object.entries(own).map(([kind, id]) => [kind, missing(id)]));
      for (const named of cases) {
        const get = (ids: Record<string, string>) => ask(make(named, ids), tokens.full);
        const answers = [await get(foreign), await get(absent)];
        const bodies = answers.map(({ text, headers }) => text.replace(headers.get('x-request-id')!, ''));
        for (const answer of answers) {
          expectProblem(answer, 404, 'not_found');
          expectDeclaredHeaders(`GET ${route.path}`, answer);
        }
        expect(bodies[0]).toBe(bodies[1]);
        const [{ field, message }] = answers[0]!.body.details;
        expect(field).toBe(named);
        expect(message).toMatch(/^The store has no such [a-z ]+\.$/);
      }
    });

    test('other methods are 405 with an Allow header', async () => {
      const answer = await ask(url(validRequest(route)), tokens.full, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example' },
      });
      expectProblem(answer, 405, 'method_not_allowed');
      expectDeclaredHeaders(`GET ${route.path}`, answer);
      expect(answer.headers.get('allow')).toContain('GET');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    });
  });

  describe('cursors', () => {
    test.each(routes.filter(([, route]) => 'cursor' in parametersOf(route.query)))(
      '%s: cursors visit every item once and are bound to their query',
      async (_operation, route) => {
        const base = validRequest(route);
        const first = await ask(url(base, [['limit', '2']]), tokens.full);
        if (first.body.next_cursor === null) return;
        const next = await ask(
          url(base, [
            ['limit', '3'],
            ['cursor', first.body.next_cursor],
          ]),
          tokens.full,
        );
        expect(next.status).toBe(200);
        const keys = [...first.body.data, ...next.body.data].map((row: unknown) => JSON.stringify(row));
        expect(new Set(keys).size).toBe(keys.length);

        const otherStore = await ask(
          url(validRequest(route, foreign), [['cursor', first.body.next_cursor]]),
          tokens.other,
        );
        expect(otherStore.body.details[0].reason).toBe('invalid_cursor');
        const filter = ['updated_since', 'product'].find((name) => name in parametersOf(route.query));
        if (filter === undefined) return;
        const value = filter === 'product' ? own['product']! : '2020-01-01';
        const mismatch = await ask(
          url(base, [
            [filter, value],
            ['cursor', first.body.next_cursor],
          ]),
          tokens.full,
        );
        expectProblem(mismatch, 400, 'invalid_request');
        expect(mismatch.body.details[0].reason).toBe('cursor_filter_mismatch');
      },
    );
  });

  describe('costs', () => {
    test.each([['/products?limit=100'], ['/orders?limit=100']])(
      '%s: costs are returned only with read_costs, and nothing else differs',
      async (path) => {
        const [withCosts, without] = [await ask(path, tokens.full), await ask(path, tokens.withoutCosts)];
        expect(costKeys(withCosts.text)).toBeGreaterThan(100);
        expect(costKeys(without.text)).toBe(0);
        const stripped = JSON.parse(withCosts.text, function strip(this: unknown, key, value: unknown) {
          return key === 'cost' || key === 'cogs' ? undefined : value;
        });
        expect(stripped.data).toEqual(without.body.data);
      },
    );
  });

  describe('unknown paths', () => {
    test.each([
      ['/nothing'],
      ['/products/'],
      ['/Products'],
      ['/products/%'],
      ['/products/a/b'],
      ['//products'],
    ])('the unknown path %s is 404', async (path) => {
      expectProblem(await ask(path, tokens.full), 404, 'not_found');
    });

    test('an unknown API version is 404', async () => {
      for (const unknown of ['2026-11', '2026-1', 'v1', '__proto__', 'constructor']) {
        const answer = await call(apiRoot(origin(), unknown), '/store', tokens.full);
        expectProblem(answer, 404, 'not_found');
      }
    });
  });
}

// covers: gateway, services/auth
import { beforeAll, describe, expect, test } from 'vitest';
import { roleMay, type Access, type Role } from '@commerce/console-api/access.ts';
import { consoleRoutes } from '@commerce/console-api/index.ts';
import type { AnyConsoleRoute } from '@commerce/console-api/route.ts';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { choices } from '@commerce/service-kit/testing/level.ts';
import { apiRoot, platform } from '../support/platform.ts';
import { call } from '../support/api.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { consoleExamples } from '../support/console-examples.ts';
import type { Example, Known } from '../support/console-examples/example.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { join, joinDeveloper, newPerson, newStore, type TestStore } from '../support/new-store.ts';

const { gateways, demo } = platform();
const [gateway] = gateways;
const someOf = choices();

/** Roles of a person in a store. */
const ROLES: Role[] = ['owner', 'manager', 'sales', 'stock'];

interface Row {
  name: string;
  route: AnyConsoleRoute;
  example: (known: Known) => Example | Promise<Example>;
}

const rows: Row[] = Object.entries(consoleRoutes).flatMap(([area, routes]) =>
  Object.entries(routes as Record<string, AnyConsoleRoute>).map(([name, route]) => ({
    name: `${area}.${name} ${route.method} ${route.path}`,
    route,
    example: (consoleExamples as Record<string, Record<string, Row['example']>>)[area]![name]!,
  })),
);

/** Clients by kind of caller. */
const people = new Map<string, ConsoleClient>();
let store: TestStore;
let other: TestStore;
let developer: string;
let known: Known;

beforeAll(async () => {
  [store, other] = [await newStore('enterprise'), await newStore('enterprise')];
  people.set('signed-out caller', new ConsoleClient(gateway));
  for (const role of ROLES) {
    const person = role === 'owner' ? store.owner : await newPerson();
    if (role !== 'owner') await join(person, store.id, role);
    people.set(role, await ConsoleClient.of(gateway, person));
  }
  people.set('owner of another store', await ConsoleClient.of(gateway, other.owner));
  people.set('developer', await ConsoleClient.of(gateway, demo.developer));
  const member = await newPerson();
  people.set('command line', await people.get('developer')!.cli());
  people.set('staff', await ConsoleClient.of(gateway, demo.platform));
  people.set('demo owner', await ConsoleClient.of(gateway, demo.stores[0].owner));
  const { session } = await people.get('developer')!.call(sessionRoutes.get, {});
  developer = session!.developers[0]!.id;
  await joinDeveloper(member, developer);
  people.set('developer who is no owner', await ConsoleClient.of(gateway, member));
  const { access_token: token } = await new AppClient(gateway, await newApp()).install(demo.stores[0].owner);
  const found = new Map<string, Promise<string>>();
  const find = async (path: string): Promise<string> =>
    (await call(apiRoot(gateway), `${path}?limit=1`, token)).body.data[0].id;
  // Fetched once, because the tests exceed the rate limit of an installation.
  const first = (path: string) => found.get(path) ?? found.set(path, find(path)).get(path)!;
  known = { store: demo.stores[0].id, developer, first };
});

/** Status of a request that passes the access check and fails validation. */
const PASSED = 400;

/**
 * Expected status of a caller's request with an unknown parameter: refused by the access check, or else for the
 * parameter.
 */
function expected(access: Access, who: string): number {
  if (access === 'anyone') return PASSED;
  if (who === 'signed-out caller') return 401;
  if (access === 'person') return who === 'command line' ? 403 : PASSED;
  if (access === 'staff') return who === 'staff' ? PASSED : 404;
  if ('developer' in access) {
    if (who === 'developer who is no owner') return access.developer === 'owner' ? 403 : PASSED;
    return who === 'developer' || who === 'command line' ? PASSED : 404;
  }
  const role = ROLES.find((name) => name === who);
  if (role === undefined) return 404;
  return roleMay(role, access.store) ? PASSED : 403;
}

/** Callers that the default level tries for each route. */
const TRIED_CALLERS = 5;

const WHO = [
  'signed-out caller',
  ...ROLES,
  'owner of another store',
  'developer',
  'developer who is no owner',
  'command line',
  'staff',
];

describe('access by role', () => {
  test.each(rows)('$name is accessible to exactly its declared callers', async ({ route }) => {
    const params = { store: store.id, developer };
    for (const who of someOf(WHO, TRIED_CALLERS)) {
      const body = route.body === undefined ? undefined : {};
      const answer = await people
        .get(who)!
        .send(route, { params, query: { 'no-such-parameter': '1' }, body });
      expect([who, answer.status, answer.text]).toEqual([who, expected(route.access, who), answer.text]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      if (answer.status === PASSED) expect(answer.text).toContain('no-such-parameter');
    }
  });

  test.each(rows.filter(({ route }) => typeof route.access === 'object'))(
    'the path of $name contains the id that its access check uses',
    ({ route }) => {
      expect(route.path).toContain(
        'store' in (route.access as object) ? '/stores/:store' : '/developers/:developer',
      );
    },
  );
});

describe('access by store', () => {
  const reads = rows.filter(({ route }) => route.method === 'GET');
  test.each(reads)('the example of $name succeeds', async ({ route, example }) => {
    const { params, query, status = 200 } = await example(known);
    const who =
      route.access === 'staff' ? 'staff' : route.path.includes(':developer') ? 'developer' : 'demo owner';
    const input = { params: { store: known.store, developer, ...params }, query: query ?? {} };
    const answer = await people.get(who)!.send(route, input);
    expect([answer.status, answer.text]).toEqual([status, answer.text]);
  });

  const inStores = rows.filter(({ route }) => /\/stores\/:store\/.*:/.test(route.path));
  const ofStores: Row[] = inStores.length > 0 ? inStores : rows.slice(0, 0);
  if (ofStores.length > 0)
    test.each(ofStores)('the example of $name is not found in another store', async ({ route, example }) => {
      const { params, query, body } = await example(known);
      const input = { params: { ...params, store: other.id }, query: query ?? {}, body };
      const answer = await people.get('owner of another store')!.send(route, input);
      expect([answer.status, answer.text]).toEqual([404, answer.text]);
    });
});

/** Strings that PostgreSQL refuses. */
const UNSTORABLE = ['a\0', 'a\ud800'];
/** Requests with such a string that the default level sends to each route. */
const TRIED_STRINGS = 4;
/** Sources of requests from other sites that the default level tries for each route. */
const TRIED_SOURCES = 2;

/** Copies of a value, one for each string at any depth, with that string replaced. */
function withEach(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text];
  if (Array.isArray(value))
    return value.flatMap((each, at) => withEach(each, text).map((bad) => value.with(at, bad)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    withEach(each, text).map((bad) => ({ ...value, [name]: bad })),
  );
}

describe('strings that databases cannot store', () => {
  const takers = rows.filter(
    ({ route }) =>
      route.body !== undefined || /:/.test(route.path) || Object.keys(route.query.shape).length > 0,
  );
  test.each(takers)('$name refuses an unstorable string in any position', async ({ route, example }) => {
    const who =
      route.access === 'staff' ? 'staff' : route.path.includes(':developer') ? 'developer' : 'demo owner';
    const { params, query = {}, body } = await example(known);
    const input = { params: { store: known.store, developer, ...params }, query, body };
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      ...input,
      params: { ...input.params, [name!]: 'a\0' },
    }));
    const inQuery = Object.keys(route.query.shape).map((name) => ({
      ...input,
      query: { ...query, [name]: 'a\0' },
    }));
    const fields = Object.keys((route.body as { shape?: object } | undefined)?.shape ?? {});
    const inBody = UNSTORABLE.flatMap((text) => [
      ...(body instanceof Uint8Array ? [] : withEach(body, text)),
      ...fields.map((name) => ({ ...(body as object), [name]: text })),
    ]);
    const requests = [...inPath, ...inQuery, ...inBody.map((each) => ({ ...input, body: each }))];
    for (const bad of someOf(requests, TRIED_STRINGS)) {
      const answer = await people.get(who)!.send(route, bad);
      expect([bad, [400, 404].includes(answer.status), answer.text]).toEqual([bad, true, answer.text]);
    }
  });

  test('an unreadable string in a body is refused with its own reason and its field', async () => {
    const input = { params: { developer }, body: { name: '\u202eevil' } };
    const { status, body } = await people.get('developer')!.send(consoleRoutes.developer.createStore, input);
    expect([status, body.details[0].reason, body.details[0].field]).toEqual([400, 'unreadable_text', 'name']);
  });

  test('an unstorable string in a query is refused with its field', async () => {
    const owner = people.get('demo owner')!;
    const input = { params: { store: known.store }, query: { q: '\0' } };
    const { body } = await owner.send(consoleRoutes.products.list, input);
    expect(body.details).toEqual([
      { reason: 'invalid_value', field: 'q', message: 'Must not contain NUL or unpaired surrogates.' },
    ]);
  });
});

describe('cross-site requests', () => {
  const changes = rows.filter(({ route }) => route.method !== 'GET');
  const sources: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a site, by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['a form', { 'x-console': '' }],
  ];
  test.each(changes)('$name is refused when it is sent from another site', async ({ route, example }) => {
    const { params, query, body } = await example(known);
    const who = people.get('demo owner')!;
    for (const [source, headers] of someOf(sources, TRIED_SOURCES)) {
      const input = {
        params: { store: known.store, developer, ...params },
        query: query ?? {},
        body,
        headers,
      };
      const answer = await who.send(route, input);
      expect([source, answer.status, answer.body.details[0].reason]).toEqual([source, 403, 'cross_site']);
    }
  });
});

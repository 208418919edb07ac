import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EndpointState } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import type {
  GetEndpointResponse,
  PutEndpointResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { eventVersions as versions } from '@commerce/public-api/events/versions.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { stampVersion } from '@commerce/service-kit/version.ts';
import { secretPurpose } from '../src/domain/endpoint.ts';
import { batchGetEndpoints } from '../src/rpc/batch-get-endpoints.ts';
import { getEndpoint } from '../src/rpc/get-endpoint.ts';
import { putEndpoint } from '../src/rpc/put-endpoint.ts';
import definition from '../src/main.ts';
import { openPrisma } from '../src/store/prisma.ts';

const HOOK = 'https://hooks.example.com/in?store=1';
const T0 = Date.UTC(2026, 0, 1);
const context = systemContext('request', Number.MAX_SAFE_INTEGER);

let database: TestDatabase;
let deps: Parameters<typeof putEndpoint>[0];
let now = T0;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  deps = {
    prisma: openPrisma(database.db),
    clock: { now: () => now },
    secretBox: new SecretBox(new Map([['k1', createSecretKey(Buffer.alloc(32, 7))]])),
    urlPolicy: { allowHttp: false, allowed: undefined },
    versions,
  };
});

afterAll(() => database.drop());

const put = (appId: string, url: string, eventTypes: string[], expectedVersion?: string) =>
  putEndpoint(deps)(context, { appId, url, eventTypes, expectedVersion }) as Promise<PutEndpointResponse>;
const get = (appId: string) => getEndpoint(deps)(context, { appId });
const batchGet = (appIds: string[]) => batchGetEndpoints(deps)(context, { appIds });

async function secretOf(appId: string): Promise<string> {
  const { rows } = await database.db.pool.query<{ secret: string }>(
    'select secret from endpoint where app_id = $1',
    [appId],
  );
  return rows[0]!.secret;
}

test('a batch returns the endpoints of several apps, without the apps that have none', async () => {
  const [one, two] = [newId('app'), newId('app')];
  await put(one, HOOK, []);
  expect(await batchGet([one, two])).toMatchObject({ endpoints: [{ appId: one, url: HOOK }] });
  const tooMany = batchGet(Array.from({ length: 201 }, () => one));
  await expect(tooMany).rejects.toMatchObject({ code: 'invalid_request' });
});

describe('endpoints of apps', () => {
  test('an endpoint is active when created, and its secret is returned only then', async () => {
    const appId = newId('app');
    now = T0;
    const created = await put(appId, HOOK, ['product.updated', 'order.created', 'product.updated']);
    expect(created.endpoint).toEqual({
      appId,
      url: HOOK,
      eventTypes: ['order.created', 'product.updated'],
      state: EndpointState.ACTIVE,
      createdAtMs: T0,
      updatedAtMs: T0,
      apiVersion: '2026-10',
    });
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    now = T0 + 5;
    const changed = await put(appId, 'https://EXAMPLE.com:8443', []);
    expect(changed.secret).toBeUndefined();
    expect(changed.endpoint).toEqual({
      ...created.endpoint!,
      url: 'https://example.com:8443/',
      eventTypes: [],
      updatedAtMs: T0 + 5,
    });
    expect(await get(appId)).toEqual({ endpoint: changed.endpoint });
  });

  test('an endpoint has its secret sealed for its own app in the database, and keeps it through changes', async () => {
    const [appId, other] = [newId('app'), newId('app')];
    const { secret } = await put(appId, HOOK, []);
    const sealed = await secretOf(appId);
    expect(sealed).not.toContain(secret!.slice(6));
    expect(deps.secretBox.open(sealed, secretPurpose(appId))).toBe(secret);
    expect(() => deps.secretBox.open(sealed, secretPurpose(other))).toThrow();
    await put(appId, `${HOOK}2`, ['ping']);
    expect(await secretOf(appId)).toBe(sealed);
    expect((await put(other, HOOK, [])).secret).not.toBe(secret);
  });

  test('an endpoint stays disabled through a change', async () => {
    const appId = newId('app');
    await put(appId, HOOK, []);
    await database.db.pool.query("update endpoint set state = 'disabled' where app_id = $1", [appId]);
    expect((await put(appId, HOOK, [])).endpoint!.state).toBe(EndpointState.DISABLED);
  });

  test('an endpoint created by concurrent calls has one secret, which one of them returns', async () => {
    const appId = newId('app');
    const responses = await Promise.all(Array.from({ length: 8 }, () => put(appId, HOOK, [])));
    const secrets = responses.flatMap(({ secret }) => secret ?? []);
    expect(secrets).toHaveLength(1);
    expect(deps.secretBox.open(await secretOf(appId), secretPurpose(appId))).toBe(secrets[0]);
  });

  test('an endpoint is not found for another app or a malformed app id', async () => {
    await expect(get(newId('app'))).rejects.toMatchObject({ code: 'not_found' });
    for (const appId of ['', 'app_', 'unknown', newId('ins')]) {
      await expect(get(appId)).rejects.toMatchObject({ code: 'not_found' });
      await expect(put(appId, HOOK, [])).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('invalid fields of an endpoint are refused with every problem at once, and nothing is stored', async () => {
    const appId = newId('app');
    await expect(
      put(appId, 'http://a:b@10.0.0.1:25/#x', ['order.created', 'order.made', 'x']),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      details: [
        { field: 'url', message: 'The URL is not https.' },
        { field: 'url', message: 'The URL contains credentials.' },
        { field: 'url', message: 'The URL has a fragment, which is never sent.' },
        { field: 'url', message: 'The port is neither 443 nor 1024 or above.' },
        { field: 'url', message: 'The host is not publicly reachable.' },
        { field: 'event_types', message: 'No such event type: order.made' },
        { field: 'event_types', message: 'No such event type: x' },
      ],
    });
    await expect(get(appId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('one of two concurrent writes of the same endpoint version wins, even within a millisecond', async () => {
  const appId = newId('app');
  const version = async () => stampVersion(((await get(appId)) as GetEndpointResponse).endpoint!.updatedAtMs);
  for (const expected of [() => '', version, version]) {
    const read = await expected();
    const results = await Promise.allSettled([put(appId, HOOK, [], read), put(appId, HOOK, [], read)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', details: [{ reason: 'changed_since_read' }] },
    });
  }
});

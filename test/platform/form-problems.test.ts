// covers: gateway, services/auth, services/catalog, services/customers, services/inventory
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/api.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newStore } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';
import { RawConnection } from '../support/raw-http.ts';
import { WritingClient } from '../support/writes.ts';

const { gateways } = platform();

let app: AppClient;
let owner: { email: string; password: string };
let client: WritingClient;

beforeAll(async () => {
  ({ owner } = await newStore('enterprise'));
  app = new AppClient(gateways[0], await newApp());
  client = new WritingClient(gateways[0], (await app.install(owner)).access_token);
});

const id = (prefix: string) => `${prefix}_${'0'.repeat(26)}`;
const problems = ({ body }: Answer): string[] =>
  (body.details as { field?: string; reason: string }[])
    .map(({ field = '', reason }) => `${field}: ${reason}`)
    .toSorted();

describe('complete problem reports', () => {
  test('one response reports every invalid field of a customer', async () => {
    const body = { name: 'x', phone: 'abc', email: 'bad', foo: 1 };
    const answer = await client.send('POST', '/customers', { key: randomUUID(), body });
    expect([answer.status, problems(answer)]).toEqual([
      400,
      ['email: invalid_value', 'foo: unknown_field', 'phone: invalid_value'],
    ]);
  });

  test('one response reports every missing reference of a product', async () => {
    const body = { name: 'x', category_ids: [id('cat')], brand_ids: [id('brd')], shop_ids: [id('shp')] };
    const answer = await client.send('POST', '/products', { key: randomUUID(), body });
    expect([answer.status, problems(answer)]).toEqual([
      400,
      ['brand_ids[0]: invalid_value', 'category_ids[0]: invalid_value', 'shop_ids[0]: invalid_value'],
    ]);
  });

  test('one response reports both the missing shop and the missing product of an adjustment', async () => {
    for (const [shop, product] of [
      ['shp_x', 'prd_x'],
      [id('shp'), id('prd')],
    ]) {
      const body = { shop, product, delta: 1 };
      const answer = await client.send('POST', '/stock/adjustments', { key: randomUUID(), body });
      expect([answer.status, problems(answer)]).toEqual([404, ['product: not_found', 'shop: not_found']]);
    }
  });
});

test('one response reports an invalid cursor and an invalid limit', async () => {
  const answer = await client.get('/products?limit=0&cursor=abc');
  expect([answer.status, problems(answer)]).toEqual([
    400,
    ['cursor: invalid_cursor', 'limit: invalid_value'],
  ]);
});

test('the email of another customer is 409 email_taken', async () => {
  const email = `ana-${randomUUID()}@example.com`;
  await client.send('POST', '/customers', { key: randomUUID(), body: { name: 'Ana', email } });
  const body = { name: 'Eva', email: email.toUpperCase() };
  const answer = await client.send('POST', '/customers', { key: randomUUID(), body });
  expect([answer.status, answer.body.code, problems(answer)]).toEqual([
    409,
    'conflict',
    ['email: email_taken'],
  ]);
});

test.each([
  ['GET', '/products?limit=1', '{"foo":1}', 'foo: unknown_field'],
  ['GET', '/products?limit=1', 'text', ': unknown_field'],
  ['DELETE', '/installation', '{"foo":1}', 'foo: unknown_field'],
  ['DELETE', '/installation', '[]', ': unknown_field'],
])('%s %s with the body %s is refused', async (method, path, body, problem) => {
  const answer = await RawConnection.exchange(
    gateways[0],
    [
      `${method} /api/public/2026-10${path} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${client.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  expect(answer.status).toBe(400);
  expect(problems({ body: JSON.parse(/{.*}/s.exec(answer.text)![0]) } as Answer)).toEqual([problem]);
});

const ask = async (token?: string) => {
  const response = await fetch(`${client.root}/store`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const { detail } = (await response.json()) as { detail: string };
  return [response.status, detail, response.headers.get('www-authenticate')];
};
const challenge = (why: string) => `Bearer error="invalid_token", error_description="${why}"`;

test('a 401 distinguishes missing, invalid and revoked tokens and those of uninstalled apps', async () => {
  const { access_token: token, refresh_token: refresh } = await app.install(owner);
  expect(await ask()).toEqual([401, 'The request has no access token.', 'Bearer']);
  const invalid = 'The access token is invalid.';
  expect(await ask(`${token.slice(0, -4)}AAAA`)).toEqual([401, invalid, challenge(invalid)]);
  await app.revoke(refresh);
  const revoked = 'The access token was revoked.';
  expect(await ask(token)).toEqual([401, revoked, challenge(revoked)]);
  const again = new WritingClient(gateways[0], (await app.install(owner)).access_token);
  await again.send('DELETE', '/installation', {});
  const uninstalled = 'The app was uninstalled.';
  expect(await ask(again.token)).toEqual([401, uninstalled, challenge(uninstalled)]);
});

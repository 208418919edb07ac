import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { request } from 'node:http';
import {
  REDIRECT_URI,
  type TestApp,
  type TestStore,
  VERIFIER,
} from '../../../services/auth/test/support/fixture.ts';
import { OAuthPlatform } from './platform.ts';

const TOKEN = '/oauth/apps/token';

let platform: OAuthPlatform;
let app: TestApp;
let store: TestStore;

beforeAll(async () => {
  platform = await OAuthPlatform.create();
});
afterAll(() => platform.close());
beforeEach(async () => {
  [app, store] = await Promise.all([platform.auth.newApp(), platform.auth.newStore()]);
});

const basic = (id = app.id, secret = app.secret): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const inBody = () => ({ client_id: app.id, client_secret: app.secret });
const exchange = async (): Promise<Record<string, string>> => ({
  grant_type: 'authorization_code',
  code: await platform.auth.authorize(app, store),
  code_verifier: VERIFIER,
  redirect_uri: REDIRECT_URI,
});
const answerOf = async (response: Response): Promise<[number, unknown]> => [
  response.status,
  await response.json(),
];
const raw = (body: string, type: string): Promise<Response> =>
  platform.fetch(TOKEN, { method: 'POST', body, headers: { ...basic(), 'content-type': type } });
const error = (code: string) => ({ error: code, error_description: expect.any(String) });

describe('a token response', () => {
  test.each([
    'Basic and form',
    'body and form',
    'Basic and JSON',
    'body and JSON',
    'equal credentials in both',
  ])('is returned to a client that sends %s', async (how) => {
    const parameters = { ...(await exchange()), ...(/body|both/.test(how) ? inBody() : {}) };
    const headers = /Basic|both/.test(how) ? basic() : {};
    const json = {
      method: 'POST',
      body: JSON.stringify(parameters),
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    };
    const response = how.includes('JSON')
      ? await platform.fetch(TOKEN, json)
      : await platform.post(TOKEN, parameters, headers);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('pragma')).toBe('no-cache');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
      scope: 'read_products',
      installation_id: expect.stringMatching(/^ins_/),
      store: { id: store.id, name: 'La Tienda' },
    });
  });

  test('of a refresh is repeated for the same Idempotency-Key', async () => {
    const { refreshToken } = await platform.auth.install(app, store);
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const headers = { ...basic(), 'idempotency-key': 'again' };
    const first = await platform.post(TOKEN, form, headers);
    const second = await platform.post(TOKEN, form, headers);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.text()).toBe(await first.text());
    expect((await platform.post(TOKEN, form, basic())).status).toBe(400);
  });

  test('is returned for Basic credentials that are form-encoded (RFC 6749, 2.3.1)', async () => {
    const encoded = app.secret.replaceAll('_', '%5F').replaceAll('-', '%2D');
    expect((await platform.post(TOKEN, await exchange(), basic(app.id, encoded))).status).toBe(200);
  });
});

describe('a 401 invalid_client', () => {
  test.each([
    ['a wrong secret by Basic', () => basic(app.id, 'wrong'), {}],
    ['an unknown client by Basic', () => basic('app_unknown', 'x'), {}],
    ['malformed Basic authentication', () => ({ authorization: 'Basic !!!' }), {}],
    ['Basic without a colon', () => ({ authorization: 'Basic YWJj' }), {}],
    ['Basic without a secret', () => basic(app.id, ''), {}],
    ['another scheme', () => ({ authorization: 'Bearer abc' }), {}],
    ['nothing at all', () => ({}), {}],
    ['a client_id alone', () => ({}), { client_id: 'app_x' }],
  ] as [string, () => Record<string, string>, Record<string, string>][])(
    '%s',
    async (_name, headers, more) => {
      const response = await platform.post(TOKEN, { ...(await exchange()), ...more }, headers());
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await answerOf(response)).toEqual([401, error('invalid_client')]);
    },
  );

  test('takes precedence over other problems', async () => {
    const wrong = basic(app.id, 'wrong');
    for (const grant_type of ['', 'password', 'refresh_token']) {
      expect(await answerOf(await platform.post(TOKEN, { grant_type }, wrong))).toEqual([
        401,
        error('invalid_client'),
      ]);
    }
  });
});

describe('a 400 invalid_request', () => {
  test.each([
    ['no grant_type', { code: 'x' }],
    ['no code', { grant_type: 'authorization_code', code_verifier: VERIFIER, redirect_uri: REDIRECT_URI }],
    ['an empty code', { grant_type: 'authorization_code', code: '', code_verifier: VERIFIER }],
    ['no code_verifier', { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT_URI }],
    ['no redirect_uri', { grant_type: 'authorization_code', code: 'x', code_verifier: VERIFIER }],
    ['no refresh_token', { grant_type: 'refresh_token' }],
    [
      'a different client_id in the body',
      { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'app_y' },
    ],
    ['another client_secret in the body', { grant_type: 'refresh_token', client_secret: 'sk_other' }],
  ] as [string, Record<string, string>][])('%s', async (_name, form) => {
    expect(await answerOf(await platform.post(TOKEN, form, basic()))).toEqual([
      400,
      error('invalid_request'),
    ]);
  });

  const FORM = 'application/x-www-form-urlencoded';

  test.each([
    ['a parameter twice in a form', 'grant_type=refresh_token&grant_type=refresh_token', FORM],
    [
      'a repeated parameter in JSON',
      '{"grant_type":"a","x":{"grant_type":"b"},"grant_type":"c"}',
      'application/json',
    ],
    ['malformed JSON', '{"grant_type":', 'application/json'],
    ['JSON that is no object', '["refresh_token"]', 'application/json'],
    ['a number as parameter', '{"grant_type":"refresh_token","refresh_token":1}', 'application/json'],
    ['another content type', 'grant_type=refresh_token', 'text/plain'],
    ['another charset', 'grant_type=refresh_token', `${FORM}; charset=utf-16`],
  ])('%s', async (_name, body, type) => {
    expect(await answerOf(await raw(body, type))).toEqual([400, error('invalid_request')]);
  });

  test('is returned for an Idempotency-Key that is too long', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: 'x' };
    const headers = { ...basic(), 'idempotency-key': 'k'.repeat(256) };
    expect(await answerOf(await platform.post(TOKEN, form, headers))).toEqual([
      400,
      error('invalid_request'),
    ]);
  });

  test('is returned for parameters in the URL, which are ignored', async () => {
    const query = new URLSearchParams({ ...(await exchange()), ...inBody() }).toString();
    const response = await platform.post(`${TOKEN}?${query}`, { grant_type: 'authorization_code' });
    expect(response.status).toBe(401);
  });
});

test('unknown parameters are ignored (RFC 6749, 3.2)', async () => {
  expect((await platform.post(TOKEN, { ...(await exchange()), foo: 'bar' }, basic())).status).toBe(200);
});

test('an unknown grant type is a 400 unsupported_grant_type', async () => {
  for (const grant_type of ['password', 'client_credentials', 'constructor']) {
    expect(await answerOf(await platform.post(TOKEN, { grant_type }, basic()))).toEqual([
      400,
      error('unsupported_grant_type'),
    ]);
  }
});

test('an invalid code is a 400 invalid_grant without a challenge', async () => {
  const response = await platform.post(TOKEN, { ...(await exchange()), code: 'nope' }, basic());
  expect(response.headers.get('www-authenticate')).toBeNull();
  expect(await answerOf(response)).toEqual([400, error('invalid_grant')]);
});

test('a reached install limit is an invalid_grant that is described as install_limit_reached', async () => {
  store = await platform.auth.newStore('demo');
  for (let n = 0; n < 3; n++) await platform.auth.install(await platform.auth.newApp(), store);
  expect(await answerOf(await platform.post(TOKEN, await exchange(), basic()))).toEqual([
    400,
    { error: 'invalid_grant', error_description: 'install_limit_reached' },
  ]);
});

test('a body over 64 KiB is rejected before it is read to its end', async () => {
  const body = `grant_type=${'x'.repeat(70_000)}`;
  const headers = { ...basic(), 'content-type': 'application/x-www-form-urlencoded' };
  const response = await platform.fetch(TOKEN, { method: 'POST', body, headers });
  expect(await answerOf(response)).toEqual([413, error('invalid_request')]);
});

test('the size of a body without Content-Length is limited as well', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { ...basic(), 'content-type': 'application/x-www-form-urlencoded' };
    const sending = request(`${platform.origin}${TOKEN}`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.on('error', reject);
    for (let n = 0; n < 80; n++) sending.write('x'.repeat(1024));
    sending.end();
  });
  expect(status).toBe(413);
});

test('other methods are answered with 405 and Allow', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await platform.fetch(TOKEN, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  }
});

test('more than 300 requests a minute, or ten wrong secrets, are answered with the 429 of the contract', async () => {
  for (let n = 0; n < 10; n++) await platform.post(TOKEN, { grant_type: 'x' }, basic(app.id, 'wrong'));
  const response = await platform.post(TOKEN, { grant_type: 'x' }, basic());
  expect(response.headers.get('retry-after')).toBe('600');
  expect(await answerOf(response)).toEqual([429, { error: 'Too many requests', retryAfter: 600 }]);
});

test('an unavailable auth service is a 500 server_error without a description', async () => {
  const broken = await OAuthPlatform.create();
  const form = { grant_type: 'refresh_token', refresh_token: 'x' };
  const other = await broken.auth.newApp();
  await broken.auth.deps.db.pool.query('alter table client_secret rename to gone');
  const response = await broken.post(TOKEN, form, basic(other.id, other.secret));
  expect(await answerOf(response)).toEqual([500, { error: 'server_error' }]);
  await broken.close();
});

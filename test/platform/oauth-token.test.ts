// covers: gateway, services/auth
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, type Answer } from '../support/api.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { apiRoot, platform, type DemoApp } from '../support/platform.ts';
import {
  basicOf,
  credentials,
  postRefresh,
  postRevoke,
  postToken,
  type TokenRequest,
} from '../support/token-endpoint.ts';

const { gateways } = platform();
const [gateway, other] = gateways;
const REVOKE = '/oauth/apps/revoke';

let app: DemoApp;
let store: TestStore;

beforeAll(async () => {
  app = await newApp();
  store = await newStore('enterprise');
});

const inBody = () => ({ client_id: app.client_id, client_secret: app.client_secret });
const REFRESH = { grant_type: 'refresh_token', refresh_token: 'no-such-token' };

/** Headers of every token endpoint response. */
function expectNotKept({ headers }: Answer): void {
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('pragma')).toBe('no-cache');
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
}

/** Expects an error in the format of RFC 6749, 5.2. */
function expectError(answer: Answer, status: number, error: string): void {
  expect([answer.status, answer.body.error]).toEqual([status, error]);
  expect(Object.keys(answer.body).filter((key) => !['error', 'error_description'].includes(key))).toEqual([]);
  expect(answer.body.error_description ?? 'none').toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(answer.headers.get('www-authenticate')?.split(' ')[0]).toBe(status === 401 ? 'Basic' : undefined);
  expectNotKept(answer);
}

const encoded = (text: string) => text.replaceAll('_', '%5F');

describe('valid requests', () => {
  const methods: [string, (fields: Record<string, string>) => TokenRequest][] = [
    ['Basic and form', (form) => ({ basic: credentials(app), form })],
    ['Basic and JSON', (json) => ({ basic: credentials(app), json })],
    ['post and form', (form) => ({ form: { ...inBody(), ...form } })],
    ['post and JSON', (json) => ({ json: { ...inBody(), ...json } })],
    // Accepted, because both values are equal.
    ['both with equal values', (form) => ({ basic: credentials(app), form: { ...inBody(), ...form } })],
  ];

  test.each(methods)('%s: exchange, refresh and revoke succeed', async (_method, request) => {
    const client = new AppClient(gateway, app);
    const { parameters, verifier } = await client.authorize(store.owner);
    const exchanged = await postToken(
      gateway,
      request({
        grant_type: 'authorization_code',
        code: parameters.get('code')!,
        code_verifier: verifier,
        redirect_uri: app.redirect_uri,
      }),
    );
    const refresh = { grant_type: 'refresh_token', refresh_token: exchanged.body.refresh_token };
    const refreshed = await postToken(other, request(refresh));
    for (const answer of [exchanged, refreshed]) {
      expect(answer.status).toBe(200);
      expectNotKept(answer);
      expect(answer.body).toEqual({
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        scope: app.scopes.join(' '),
        installation_id: expect.stringMatching(/^ins_/),
        store: { id: store.id, name: store.name },
      });
    }
    const revoked = await postToken(gateway, request({ token: refreshed.body.access_token }), REVOKE);
    expect([revoked.status, revoked.text]).toEqual([200, '{}']);
    expectNotKept(revoked);
    expect((await call(apiRoot(other), '/store', refreshed.body.access_token)).status).toBe(401);
  });

  test('a form with a charset and URL-encoded Basic credentials are accepted (RFC 6749, 2.3.1)', async () => {
    const answer = await postToken(gateway, {
      form: REFRESH,
      headers: {
        authorization: `bAsIc ${Buffer.from(`${encoded(app.client_id)}:${encoded(app.client_secret)}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded; charset="UTF-8"',
      },
    });
    expectError(answer, 400, 'invalid_grant');
  });
});

const type = (value: string) => ({ 'content-type': value });

describe('invalid requests', () => {
  const code = { grant_type: 'authorization_code', code: 'c', code_verifier: 'v', redirect_uri: 'r' };
  const wrong: [string, Record<string, string>, string][] = [
    ['grant_type missing', {}, 'invalid_request'],
    ['grant_type empty', { grant_type: '' }, 'invalid_request'],
    ['grant_type=password', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['grant_type=client_credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['grant_type=toString', { grant_type: 'toString' }, 'unsupported_grant_type'],
    ['grant_type=__proto__', { grant_type: '__proto__' }, 'unsupported_grant_type'],
    ['grant_type=Refresh_Token', { ...REFRESH, grant_type: 'Refresh_Token' }, 'unsupported_grant_type'],
    ['code missing', { ...code, code: '' }, 'invalid_request'],
    ['code_verifier missing', { ...code, code_verifier: '' }, 'invalid_request'],
    ['redirect_uri missing', { ...code, redirect_uri: '' }, 'invalid_request'],
    ['an unknown code', code, 'invalid_grant'],
    ['a code with a NUL', { ...code, code: '\0' }, 'invalid_grant'],
    ['refresh_token missing', { grant_type: 'refresh_token' }, 'invalid_request'],
    ['an unknown refresh token', REFRESH, 'invalid_grant'],
    [
      'a refresh token of 10,000 characters',
      { ...REFRESH, refresh_token: 'x'.repeat(10_000) },
      'invalid_grant',
    ],
  ];

  test.each(wrong)('an invalid token request is refused: %s', async (_what, form, error) => {
    expectError(await postToken(gateway, { basic: credentials(app), form }), 400, error);
    expectError(await postToken(other, { json: { ...inBody(), ...form } }), 400, error);
  });

  test('request errors are reported only to an authenticated client', async () => {
    const basic = { id: app.client_id, secret: 'wrong' };
    expectError(await postToken(gateway, { basic, form: { grant_type: 'password' } }), 401, 'invalid_client');
    expectError(await postToken(gateway, { basic, form: {} }, REVOKE), 401, 'invalid_client');
  });

  const bodies: [string, TokenRequest][] = [
    ['plain text', { body: 'grant_type=refresh_token', headers: type('text/plain') }],
    ['multipart', { body: '--x--', headers: type('multipart/form-data; boundary=x') }],
    ['without a content type', { body: Buffer.from('grant_type=refresh_token') }],
    ['in another charset', { body: '{}', headers: type('application/json; charset=utf-16') }],
    ['compressed', { body: '{}', headers: { ...type('application/json'), 'content-encoding': 'gzip' } }],
    ['malformed JSON', { body: '{"grant_type":', headers: type('application/json') }],
    ['empty JSON', { body: '', headers: type('application/json') }],
    ['a JSON list', { json: ['grant_type'] }],
    ['a JSON string', { json: 'grant_type' }],
    ['JSON null', { body: 'null', headers: type('application/json') }],
    ['a JSON parameter that is a number', { json: { grant_type: 1 } }],
    ['a JSON parameter that is a list', { json: { grant_type: ['refresh_token'] } }],
    ['a JSON parameter twice', { body: '{"a":"1","a":"2"}', headers: type('application/json') }],
    ['a form parameter twice', { body: 'a=1&a=2', headers: type('application/x-www-form-urlencoded') }],
  ];

  test.each(bodies)('a body that is %s is invalid_request', async (_what, request) => {
    for (const path of ['/oauth/apps/token', REVOKE])
      expectError(
        await postToken(gateway, { basic: credentials(app), ...request }, path),
        400,
        'invalid_request',
      );
  });

  test('a body above 64 KiB is 413', async () => {
    const form = { ...REFRESH, filler: 'x'.repeat(64 * 1024) };
    expectError(await postToken(gateway, { basic: credentials(app), form }), 413, 'invalid_request');
  });

  test('other methods of the token endpoints are 405 with Allow', async () => {
    for (const path of ['/oauth/apps/token', REVOKE]) {
      const response = await fetch(`${gateway}${path}`);
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect((await response.json()) as object).toMatchObject({ error: 'invalid_request' });
    }
  });
});

const unknown = () => `${app.client_id.slice(0, -1)}${app.client_id.endsWith('0') ? '1' : '0'}`;

describe('client authentication', () => {
  // Ten failures lock a client out, so each test has its own.
  beforeEach(async () => {
    app = await newApp();
  });

  const fails: [string, () => Omit<TokenRequest, 'form'> & { form?: Record<string, string> }][] = [
    ['no credentials', () => ({})],
    ['a client without its secret', () => ({ form: { client_id: app.client_id } })],
    ['a client with an empty secret', () => ({ form: { ...inBody(), client_secret: '' } })],
    ['a wrong secret by Basic', () => ({ basic: { id: app.client_id, secret: 'sk_wrong' } })],
    ['a wrong secret in the body', () => ({ form: { ...inBody(), client_secret: 'sk_wrong' } })],
    ['a secret with a suffix', () => ({ form: { ...inBody(), client_secret: `${app.client_secret}x` } })],
    ['an unknown client', () => ({ basic: { id: unknown(), secret: app.client_secret } })],
    ['a client id with a NUL', () => ({ form: { ...inBody(), client_id: '\0' } })],
    ['another scheme', () => ({ headers: { authorization: `Bearer ${app.client_secret}` } })],
    ['Basic that is not base64', () => ({ headers: { authorization: 'Basic !!!' } })],
    ['Basic without a colon', () => ({ headers: { authorization: `Basic ${btoa('nocolon')}` } })],
  ];

  test.each(fails)(
    'client authentication with %s is 401 invalid_client with WWW-Authenticate',
    async (_who, request) => {
      for (const [path, fields] of [
        ['/oauth/apps/token', REFRESH],
        [REVOKE, { token: 'x' }],
      ] as const) {
        const given = request();
        const answer = await postToken(gateway, { ...given, form: { ...fields, ...given.form } }, path);
        expectError(answer, 401, 'invalid_client');
      }
    },
  );

  test('a wrong secret and an unknown client get the same response', async () => {
    const wrong = await postToken(gateway, {
      basic: { id: app.client_id, secret: 'sk_wrong' },
      form: REFRESH,
    });
    const unknownClient = await postToken(gateway, {
      basic: { id: unknown(), secret: 'sk_wrong' },
      form: REFRESH,
    });
    expect(unknownClient.text).toBe(wrong.text);
  });

  test.each([
    ['id', { client_id: 'app_other' }],
    ['secret', { client_secret: 'sk_other' }],
    ['id and secret', { client_id: 'app_other', client_secret: 'sk_other' }],
  ])('a %s in the body that differs from Basic is 400 invalid_request', async (_what, body) => {
    const answer = await postToken(gateway, { basic: credentials(app), form: { ...REFRESH, ...body } });
    expectError(answer, 400, 'invalid_request');
  });

  test('no response contains the client secret', async () => {
    const headers = { authorization: basicOf(app.client_id, `${app.client_secret}x`) };
    const answer = await postToken(gateway, { form: REFRESH, headers });
    expect(`${answer.text}${JSON.stringify([...answer.headers])}`).not.toContain(app.client_secret);
  });
});

describe('revocation (RFC 7009)', () => {
  beforeAll(async () => {
    app = await newApp();
  });

  test('revoking an unknown or malformed token or one of another client returns {} and changes nothing', async () => {
    const mine = await new AppClient(gateway, app).install(store.owner);
    const otherApp = await newApp();
    const tokens = ['unknown', 'a.b.c', '\0', 'x'.repeat(5_000), mine.access_token, mine.refresh_token];
    for (const token of tokens) {
      const answer = await postRevoke(other, otherApp, token);
      expect([answer.status, answer.text]).toEqual([200, '{}']);
    }
    expect((await call(apiRoot(gateway), '/store', mine.access_token)).status).toBe(200);
    expect((await postRefresh(other, app, mine.refresh_token)).status).toBe(200);
  });

  test('revocation without a token is invalid_request, and a wrong token_type_hint is ignored', async () => {
    expectError(
      await postToken(gateway, { basic: credentials(app), form: {} }, REVOKE),
      400,
      'invalid_request',
    );
    const mine = await new AppClient(gateway, app).install(store.owner);
    const form = { token: mine.refresh_token, token_type_hint: 'access_token' };
    expect((await postToken(other, { basic: credentials(app), form }, REVOKE)).text).toBe('{}');
    expect((await call(apiRoot(gateway), '/store', mine.access_token)).status).toBe(401);
  });
});

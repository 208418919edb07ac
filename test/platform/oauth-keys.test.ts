// covers: gateway, services/auth
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { SCOPE_NAMES } from '@commerce/public-api/scopes.ts';
import { call } from '../support/api.ts';
import { authSql } from '../support/auth-database.ts';
import { AppClient, type Tokens } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { openOperations, type Operations } from '../support/operations.ts';
import { apiRoot, platform, type DemoApp } from '../support/platform.ts';
import { postRefresh } from '../support/token-endpoint.ts';

const { gateways } = platform();
const [issuer] = gateways;

let app: DemoApp;
let store: TestStore;
let tokens: Tokens;
let operations: Operations;

beforeAll(async () => {
  operations = openOperations();
  app = await newApp();
  store = await newStore('enterprise');
  tokens = await new AppClient(issuer, app).install(store.owner);
});
afterAll(() => operations.close());

const json = async (gateway: string, path: string) => {
  const response = await fetch(`${gateway}${path}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  // eslint-disable-next-line typescript/no-explicit-any -- its properties are checked below
  return (await response.json()) as any;
};

describe('discovery', () => {
  test('every gateway serves the same authorization server metadata (RFC 8414, RFC 9207)', async () => {
    const metadata = await json(gateways[1], '/.well-known/oauth-authorization-server');
    expect(metadata).toEqual(await json(issuer, '/.well-known/oauth-authorization-server'));
    expect(metadata).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/oauth/apps/authorize`,
      token_endpoint: `${issuer}/oauth/apps/token`,
      revocation_endpoint: `${issuer}/oauth/apps/revoke`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      scopes_supported: SCOPE_NAMES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  test('the JWKS contains only public key material', async () => {
    const { keys } = await json(gateways[1], '/.well-known/jwks.json');
    // The signing key and the next one.
    expect(keys.length).toBeGreaterThanOrEqual(2);
    for (const key of keys) {
      expect(key).toEqual({
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        use: 'sig',
        kid: expect.any(String),
        x: expect.any(String),
      });
    }
  });
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('access tokens', () => {
  test('an access token conforms to RFC 9068 and the decisions, verified by an independent library', async () => {
    const keys = createRemoteJWKSet(new URL(`${gateways[1]}/.well-known/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
      issuer,
      audience: `${issuer}/api/public`,
      typ: 'at+jwt',
      algorithms: ['EdDSA'],
      requiredClaims: ['iss', 'aud', 'sub', 'client_id', 'store_id', 'scope', 'iat', 'exp', 'jti'],
    });
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: expect.any(String) });
    expect(payload).toMatchObject({
      sub: tokens.installation_id,
      client_id: app.client_id,
      store_id: store.id,
      scope: tokens.scope,
    });
    expect(payload.exp! - payload.iat!).toBe(3600);
    expect(Math.abs(payload.iat! - Date.now() / 1000)).toBeLessThan(60);
    const { body } = await postRefresh(gateways[1], app, tokens.refresh_token);
    const next = await jwtVerify(body.access_token, keys, { issuer, typ: 'at+jwt' });
    expect(next.payload.jti).not.toBe(payload.jti);
    tokens = body;
  });

  test('a token of another type or key, or with modified content, is refused', async () => {
    const [head, claims, signature] = tokens.access_token.split('.') as [string, string, string];
    const header = decodeProtectedHeader(tokens.access_token);
    const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    const forged = [
      `${encode({ ...header, alg: 'none' })}.${claims}.`,
      `${encode({ ...header, alg: 'HS256' })}.${claims}.${signature}`,
      `${encode({ ...header, kid: 'no-such-key' })}.${claims}.${signature}`,
      `${head}.${encode({ ...payload, store_id: platform().demo.stores[0].id })}.${signature}`,
      `${head}.${encode({ ...payload, exp: 9_999_999_999 })}.${signature}`,
      `${head}.${claims}`,
    ];
    for (const token of forged) expect((await call(apiRoot(issuer), '/store', token)).status).toBe(401);
    expect((await call(apiRoot(issuer), '/store', tokens.access_token)).status).toBe(200);
  });
});

describe('signing key rotation', () => {
  test('rotation waits until every verifier can have fetched the next key', async () => {
    await authSql(`update signing_key set published_at = now() where state = 'next'`);
    await expect(
      operations.call.rotateSigningKey(operations.ctx(), { immediately: false }),
    ).rejects.toMatchObject({ code: 'conflict', details: [{ reason: 'next_key_too_young' }] });
    await authSql(`update signing_key set published_at = now() - interval '301 s' where state = 'next'`);
    const { activeKid } = await operations.call.rotateSigningKey(operations.ctx(), { immediately: false });
    const { body } = await postRefresh(issuer, app, tokens.refresh_token);
    expect(decodeProtectedHeader(body.access_token).kid).toBe(activeKid);
    tokens = body;
  });

  test('private signing keys are stored encrypted', async () => {
    // The private half of a key that no longer signs is erased.
    const rows = await authSql<{ private_sealed: string }>(
      `select private_sealed from signing_key where private_sealed <> ''`,
    );
    expect(rows.length).toBe(2);
    for (const { private_sealed: sealed } of rows) {
      expect(sealed).toMatch(/^k\d+\.[\w-]+$/);
      const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url').toString('latin1');
      expect(bytes).not.toMatch(/"kty"|PRIVATE/);
    }
  });

  test('no request fails during eight rotations under load at both gateways, with tokens of every key', async () => {
    const held = [tokens.access_token];
    const statuses = new Map<number, number>();
    const over = new AbortController();
    // A token of a new key is sent immediately to gateways that have never seen that key.
    const worker = async (n: number) => {
      for (let i = n; !over.signal.aborted; i++) {
        const token = i % 2 === 0 ? held.at(-1)! : held[i % held.length]!;
        const { status, headers } = await call(apiRoot(gateways[n % 2]!), '/store', token);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]) < 50) await pause(200);
      }
    };
    const load = Promise.all(Array.from({ length: 4 }, (_, n) => worker(n)));
    let { refresh_token } = tokens;
    const kids = new Set<string>();
    try {
      for (let round = 0; round < 8; round++) {
        const { activeKid } = await operations.call.rotateSigningKey(operations.ctx(), { immediately: true });
        const { status, body } = await postRefresh(gateways[round % 2]!, app, refresh_token);
        expect([status, decodeProtectedHeader(body.access_token).kid]).toEqual([200, activeKid]);
        kids.add(activeKid);
        refresh_token = body.refresh_token;
        held.push(body.access_token);
        const before = statuses.get(200) ?? 0;
        while ((statuses.get(200) ?? 0) <= before + 25) await pause(10);
      }
    } finally {
      over.abort();
      await load;
    }
    expect(kids.size).toBe(8);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(200);
    for (const token of held)
      for (const gateway of gateways)
        expect((await call(apiRoot(gateway), '/store', token)).status).toBe(200);
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

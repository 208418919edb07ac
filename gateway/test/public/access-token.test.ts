import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey } from 'jose';
import type { Clock } from '@commerce/service-kit/clock.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { AccessTokenVerifier } from '../../src/public/access-token.ts';

const ISSUER = 'https://commerce.example';
const INSTALLATION = newId('ins');

/** Clock that the test sets. */
class StillClock implements Clock {
  nowMs = Date.UTC(2026, 9, 1);
  now(): number {
    return this.nowMs;
  }
}

/** Stand-in for the auth service. */
class Keys {
  readonly clock = new StillClock();
  readonly published = new Map<string, object>();
  readonly #private = new Map<string, CryptoKey>();
  fetched = 0;
  broken = false;

  readonly verifier = new AccessTokenVerifier({
    services: {
      admission: {
        getVerificationKeys: async () => {
          this.fetched += 1;
          if (this.broken) throw new Error('away');
          return { jwks: JSON.stringify({ keys: [...this.published.values()] }) };
        },
      },
    },
    clock: this.clock,
    issuer: ISSUER,
  });

  async add(kid: string): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    this.published.set(kid, { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' });
    this.#private.set(kid, (await importJWK(await exportJWK(privateKey), 'EdDSA')) as CryptoKey);
  }

  sign(kid: string, changed: Record<string, unknown> = {}, header: object = {}): Promise<string> {
    const iat = Math.floor(this.clock.nowMs / 1000);
    const claims = {
      iss: ISSUER,
      aud: `${ISSUER}/api/public`,
      sub: INSTALLATION,
      client_id: 'app_1',
      store_id: 'sto_1',
      scope: 'read_products write_stock',
      gen: 3,
      iat,
      exp: iat + 3600,
      jti: Math.random().toString(),
      ...changed,
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
      .sign(this.#private.get(kid)!);
  }
}

let keys: Keys;

beforeEach(async () => {
  keys = new Keys();
  await keys.add('k1');
});
afterEach(() => {
  keys.broken = false;
});

describe('an access token', () => {
  test('identifies installation, app, store, scopes and generation', async () => {
    expect(await keys.verifier.verify(await keys.sign('k1'))).toEqual({
      installationId: INSTALLATION,
      appId: 'app_1',
      storeId: 'sto_1',
      scopes: new Set(['read_products', 'write_stock']),
      generation: 3,
      expMs: keys.clock.nowMs + 3_600_000,
    });
  });

  test('expires by the clock, even after it has been verified', async () => {
    const token = await keys.sign('k1');
    keys.clock.nowMs += 3_599_000;
    expect(await keys.verifier.verify(token)).toHaveProperty('storeId');
    keys.clock.nowMs += 1_000;
    const expired = { expired: expect.objectContaining({ appId: 'app_1', storeId: 'sto_1' }) };
    expect(await keys.verifier.verify(token)).toEqual(expired);
    expect(await keys.verifier.verify(token)).toEqual(expired);
    const [header, payload] = token.split('.');
    expect(await keys.verifier.verify(`${header}.${payload}.${'A'.repeat(86)}`)).toBe('invalid');
  });

  test.each([
    ['another issuer', { iss: 'https://evil.example' }, {}],
    ['another audience', { aud: 'https://other.example' }, {}],
    ['no expiry', { exp: undefined }, {}],
    ['another type', {}, { typ: 'JWT' }],
    ['an unknown key', {}, { kid: 'other' }],
    ['no key', {}, { kid: undefined }],
    ['no generation', { gen: undefined }, {}],
    ['a subject that is no installation', { sub: 'per_1' }, {}],
    ['a validity that has not begun', { nbf: 4_000_000_000 }, {}],
  ])('with %s is rejected', async (_name, changed, header) => {
    expect(await keys.verifier.verify(await keys.sign('k1', changed, header))).toBe('invalid');
  });

  test('that is changed, unsigned, signed with another algorithm or malformed is rejected', async () => {
    const token = await keys.sign('k1');
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'k1' })).toString('base64url');
    const { x } = keys.published.get('k1') as { x: string };
    const hmac = await new SignJWT({ sub: INSTALLATION })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' })
      .sign(Buffer.from(x, 'base64url'));
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const bad of [
      `${header}.${payload}.${flipped}`,
      `${none}.${payload}.`,
      hmac,
      'abc',
      '..',
      '',
      'x'.repeat(100_000),
    ]) {
      expect(await keys.verifier.verify(bad)).toBe('invalid');
    }
  });
});

describe('the verification keys', () => {
  test('are fetched once for many tokens', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => keys.sign('k1')));
    expect(await Promise.all(tokens.map((token) => keys.verifier.verify(token)))).not.toContain('invalid');
    expect(keys.fetched).toBe(1);
  });

  test('are fetched again for an unknown key', async () => {
    await keys.verifier.verify(await keys.sign('k1'));
    await keys.add('k2');
    expect(await keys.verifier.verify(await keys.sign('k2'))).toBeDefined();
    expect(keys.fetched).toBe(2);
  });

  test('are not fetched for every token with a made-up key', async () => {
    await keys.verifier.verify(await keys.sign('k1'));
    for (let n = 0; n < 50; n++)
      await keys.verifier.verify(await keys.sign('k1', {}, { kid: `made-up-${n}` }));
    expect(keys.fetched).toBe(1 + 5);
    keys.clock.nowMs += 2_000;
    await keys.add('k3');
    expect(await keys.verifier.verify(await keys.sign('k3'))).toBeDefined();
  });

  test('are dropped when withdrawn, even for tokens that were verified before', async () => {
    const token = await keys.sign('k1');
    expect(await keys.verifier.verify(token)).toHaveProperty('storeId');
    keys.published.delete('k1');
    await keys.add('k2');
    keys.clock.nowMs += 120_000;
    expect(await keys.verifier.verify(token)).toBe('invalid');
  });

  test('are refreshed in the background after half a minute', async () => {
    const token = await keys.sign('k1');
    await keys.verifier.verify(token);
    keys.clock.nowMs += 30_000;
    keys.broken = true;
    expect(await keys.verifier.verify(token)).toHaveProperty('storeId');
    expect(keys.fetched).toBe(2);
  });

  test('fail the request when they cannot be fetched, and do not invalidate the token', async () => {
    keys.broken = true;
    await expect(keys.verifier.verify(await keys.sign('k1'))).rejects.toThrow('away');
    keys.broken = false;
    expect(await keys.verifier.verify(await keys.sign('k1'))).toBeDefined();
  });
});

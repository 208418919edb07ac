import { createSecretKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { removeExpiredJob } from '../src/jobs/remove-expired.ts';
import { getVerificationKeys } from '../src/rpc/get-verification-keys.ts';
import { rotateSigningKey } from '../src/rpc/rotate-signing-key.ts';
import { maintainSigningKeys } from '../src/use-cases/rotate-signing-keys.ts';
import { AuthFixture, RULES, tokens, type TestApp, type TestStore } from './support/fixture.ts';

const MONTH_MS = 30 * 86_400_000;

let auth: AuthFixture;
let app: TestApp;
let store: TestStore;

beforeEach(async () => {
  auth = await AuthFixture.create();
  [app, store] = await Promise.all([auth.newApp(), auth.newStore()]);
});
afterEach(() => auth.close());

const published = async (): Promise<JSONWebKeySet> =>
  JSON.parse((await auth.call(getVerificationKeys, {})).jwks) as JSONWebKeySet;
const kids = async (): Promise<string[]> => (await published()).keys.map((key) => key.kid!);
const kidOf = (token: string): string => decodeProtectedHeader(token).kid!;
const maintain = (): Promise<void> => maintainSigningKeys(auth.deps);

describe('signing keys', () => {
  test('keys are published without their private half, the next one before it signs', async () => {
    const { keys } = await published();
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
      expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
    }
  });

  test('keys rotate by themselves after a month, to a key that was published before', async () => {
    const first = await auth.install(app, store);
    const before = await kids();
    auth.clock.pass(MONTH_MS);
    await maintain();
    const second = tokens(await auth.refresh(app, first.refreshToken));
    expect(before).toContain(kidOf(second.accessToken));
    expect(kidOf(second.accessToken)).not.toBe(kidOf(first.accessToken));
    expect(await kids()).toHaveLength(3);
    await maintain();
    expect(await kids()).toHaveLength(3);
  });

  test('a retired key stays published until its last token has expired, then it is removed', async () => {
    await auth.call(rotateSigningKey, { immediately: true });
    const replica = auth.replica();
    const last = tokens(await replica.exchange(app, await auth.authorize(app, store)));
    const retired = (await kids()).length;
    auth.clock.pass(3_600_000 - 1_000);
    const keys = createLocalJWKSet(await published());
    await jwtVerify(last.accessToken, keys, { currentDate: new Date(auth.clock.nowMs) });
    auth.clock.pass(301_000);
    expect(await kids()).toHaveLength(retired - 1);
    await removeExpiredJob(auth.deps).run();
    const { rows } = await auth.deps.db.pool.query('select kid from signing_key');
    expect(rows).toHaveLength(2);
    await replica.close();
  });

  test('a rotation to a key that verifiers may not have seen is refused, unless immediate', async () => {
    const early = auth.call(rotateSigningKey, { immediately: false });
    await expect(early).rejects.toMatchObject({
      code: 'conflict',
      details: [{ reason: 'next_key_too_young' }],
    });
    auth.clock.pass(RULES.rotation.leadMs);
    const { activeKid, nextKid } = await auth.call(rotateSigningKey, { immediately: false });
    expect(await kids()).toEqual(expect.arrayContaining([activeKid, nextKid]));
    expect(kidOf((await auth.install(app, store)).accessToken)).toBe(activeKid);
  });

  test('concurrent replicas rotate once', async () => {
    const replicas = [auth.replica(), auth.replica(), auth.replica()];
    auth.clock.pass(MONTH_MS);
    await Promise.all(replicas.map(({ deps }) => maintainSigningKeys(deps)));
    expect(await kids()).toHaveLength(3);
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  test('concurrent replicas create the first keys once', async () => {
    await auth.deps.db.pool.query('delete from signing_key');
    const replicas = [auth.replica(), auth.replica(), auth.replica()];
    await Promise.all(replicas.map(({ deps }) => maintainSigningKeys(deps)));
    expect(await kids()).toHaveLength(2);
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  test('tokens verify before and after every rotation', async () => {
    const replica = auth.replica();
    let current = await replica.install(app, store);
    for (let n = 0; n < 6; n++) {
      auth.clock.pass(RULES.rotation.leadMs);
      const seen = createLocalJWKSet(await published());
      await auth.call(rotateSigningKey, { immediately: false });
      current = tokens(await replica.refresh(app, current.refreshToken));
      await jwtVerify(current.accessToken, seen, { currentDate: new Date(auth.clock.nowMs) });
    }
    await replica.close();
  });

  test('private keys are stored encrypted, with the newest encryption key', async () => {
    const old = createSecretKey(Buffer.alloc(32, 7));
    const both = new SecretBox(
      new Map([
        ['k2', createSecretKey(Buffer.alloc(32, 8))],
        ['k1', old],
      ]),
    );
    const replica = auth.replica(both);
    await maintainSigningKeys(replica.deps);
    await replica.close();
    const onlyNew = auth.replica(new SecretBox(new Map([['k2', createSecretKey(Buffer.alloc(32, 8))]])));
    expect(await onlyNew.isAccepted((await onlyNew.install(app, store)).accessToken)).toBe(true);
    const { rows } = await auth.deps.db.pool.query<{ private_sealed: string }>(
      'select private_sealed from signing_key',
    );
    for (const row of rows) expect(row.private_sealed).toMatch(/^k2\.[A-Za-z0-9_-]+$/);
    await onlyNew.call(rotateSigningKey, { immediately: true });
    const retired = await auth.deps.db.pool.query(
      `select private_sealed from signing_key where state = 'retired'`,
    );
    expect(retired.rows).toEqual([{ private_sealed: '' }]);
    await onlyNew.close();
  });
});

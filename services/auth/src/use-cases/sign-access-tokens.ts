import { randomUUID } from 'node:crypto';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { createLocalJWKSet, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK } from 'jose';
import { ACCESS_TOKEN_MS } from '../domain/lifetimes.ts';
import { signingKeyPurpose } from '../domain/signing-key-pair.ts';
import { signingKeyFindActive, signingKeyListPublic } from '../store/signing-key.ts';

/** Claims of an access token. */
export interface AccessClaims {
  installationId: string;
  appId: string;
  storeId: string;
  scopes: readonly string[];
  generation: number;
}

/** The active signing key. */
export interface SigningKey {
  kid: string;
  key: CryptoKey;
}

const ALGORITHM = 'EdDSA';
const TYPE = 'at+jwt';
// Shorter than the time that a retired key stays published beyond its last token.
const CACHE_MS = 10_000;

/** Signs access tokens (RFC 9068) with the active key and verifies those of this platform. */
export class Signer {
  readonly #db: Queryable;
  readonly #box: SecretBox;
  readonly #clock: Clock;
  readonly #names: { issuer: string; audience: string };
  #active: (SigningKey & { readAtMs: number }) | undefined;

  constructor(db: Queryable, box: SecretBox, clock: Clock, names: { issuer: string; audience: string }) {
    this.#db = db;
    this.#box = box;
    this.#clock = clock;
    this.#names = names;
  }

  /** The key that signs now, read again every ten seconds. Call it before a transaction begins, not within. */
  async current(): Promise<SigningKey> {
    const nowMs = this.#clock.now();
    if (this.#active && Math.abs(nowMs - this.#active.readAtMs) < CACHE_MS) return this.#active;
    const row = await signingKeyFindActive(this.#db);
    if (!row)
      throw new Fault('unavailable', 'The service is not available at the moment.', {
        cause: 'no signing key',
      });
    if (this.#active?.kid === row.kid) {
      this.#active = { ...this.#active, readAtMs: nowMs };
    } else {
      const jwk = JSON.parse(this.#box.open(row.privateSealed, signingKeyPurpose(row.kid))) as JWK;
      const key = (await importJWK(jwk, ALGORITHM)) as CryptoKey;
      this.#active = { kid: row.kid, key, readAtMs: nowMs };
    }
    return this.#active;
  }

  /** Makes the next signature read the key again. */
  forget(): void {
    this.#active = undefined;
  }

  /** Issues an access token, by default for an hour. */
  async sign(claims: AccessClaims, { kid, key }: SigningKey, lifetimeMs = ACCESS_TOKEN_MS): Promise<string> {
    const issuedAt = Math.floor(this.#clock.now() / 1000);
    const { installationId, appId, storeId, scopes, generation } = claims;
    return new SignJWT({ client_id: appId, store_id: storeId, scope: scopes.join(' '), gen: generation })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
      .setIssuer(this.#names.issuer)
      .setAudience(this.#names.audience)
      .setSubject(installationId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeMs / 1000)
      .setJti(randomUUID())
      .sign(key);
  }

  /** The claims of an unexpired access token of this platform; undefined for anything else. */
  async verify(token: string): Promise<AccessClaims | undefined> {
    const now = new Date(this.#clock.now());
    const keys = (await signingKeyListPublic(this.#db, now)) as unknown as JWK[];
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: this.#names.issuer,
        audience: this.#names.audience,
        currentDate: now,
      });
      return {
        installationId: String(payload.sub),
        appId: String(payload['client_id']),
        storeId: String(payload['store_id']),
        scopes: String(payload['scope']).split(' '),
        generation: Number(payload['gen']),
      };
    } catch {
      return undefined;
    }
  }
}

import { randomUUID } from 'node:crypto';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { createLocalJWKSet, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK } from 'jose';
import { ACCESS_TOKEN_MS } from '../domain/lifetimes.ts';
import { findActiveSigningKey } from '../store/signing-key-find-active.ts';
import { listPublicSigningKeys } from '../store/signing-key-list-public.ts';
import { sealPurpose } from './make-key.ts';

/** What an access token says. */
export interface AccessClaims {
  installationId: string;
  appId: string;
  storeId: string;
  scopes: readonly string[];
  generation: number;
}

/** A key that signs now. */
export interface SigningKey {
  kid: string;
  key: CryptoKey;
}

const ALGORITHM = 'EdDSA';
const TYPE = 'at+jwt';
// Shorter than the time that a retired key stays published beyond its last token.
const CACHE_MS = 10_000;

/** Signs access tokens (RFC 9068) with the active key and recognizes those that it has signed. */
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

  /** The key that signs now; read anew every ten seconds. Called before a transaction begins, not within. */
  async current(): Promise<SigningKey> {
    const nowMs = this.#clock.now();
    if (this.#active && Math.abs(nowMs - this.#active.readAtMs) < CACHE_MS) return this.#active;
    const row = await findActiveSigningKey(this.#db);
    if (!row)
      throw new Fault('unavailable', 'The service is not available at the moment.', {
        cause: 'no signing key',
      });
    if (this.#active?.kid === row.kid) {
      this.#active = { ...this.#active, readAtMs: nowMs };
    } else {
      const jwk = JSON.parse(this.#box.open(row.private_sealed, sealPurpose(row.kid))) as JWK;
      const key = (await importJWK(jwk, ALGORITHM)) as CryptoKey;
      this.#active = { kid: row.kid, key, readAtMs: nowMs };
    }
    return this.#active;
  }

  /** The key is asked for again before the next signature. */
  forget(): void {
    this.#active = undefined;
  }

  /** An access token, for an hour unless told otherwise. */
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

  /** The claims of one of our access tokens in force; undefined for anything else. */
  async recognize(token: string): Promise<AccessClaims | undefined> {
    const now = new Date(this.#clock.now());
    const keys = (await listPublicSigningKeys(this.#db, now)).map((row) => row.public_jwk as unknown as JWK);
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

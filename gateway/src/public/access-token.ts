import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { AdmissionServiceService } from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { KeySet } from './key-set.ts';

/** Claims of an access token (decisions, "Tokens"). Admission decides whether the installation is active. */
export interface AccessToken {
  installationId: string;
  /** client_id of the app. */
  appId: string;
  storeId: string;
  scopes: ReadonlySet<string>;
  /** Token generation of the installation; a revocation starts a new one. */
  generation: number;
  expMs: number;
}

/** Token that was valid until it expired. */
export interface ExpiredToken {
  expired: AccessToken;
}

/** Dependencies of the verifier. */
export interface VerifierDeps {
  services: { admission: Pick<ClientOf<typeof AdmissionServiceService>, 'getVerificationKeys'> };
  clock: Clock;
  /** Public URL of the platform, issuer of the tokens. */
  issuer: string;
}

const MAX_TOKEN_LENGTH = 4096;
const CACHED_TOKENS = 10_000;
const FETCH_TIMEOUT_MS = 3_000;

/** Verifies access tokens (RFC 9068) locally; only the keys are fetched. */
export class AccessTokenVerifier {
  readonly #clock: Clock;
  readonly #names: { issuer: string; audience: string };
  readonly #keys: KeySet;
  readonly #verified = new LRUCache<string, { access: AccessToken; kid: string }>({ max: CACHED_TOKENS });

  constructor({ services, clock, issuer }: VerifierDeps) {
    this.#clock = clock;
    this.#names = { issuer, audience: `${issuer}/api/public` };
    this.#keys = new KeySet(async () => {
      const ctx = systemContext('verification-keys', deadlineIn(FETCH_TIMEOUT_MS));
      return (await services.admission.getVerificationKeys(ctx, {})).jwks;
    }, clock);
  }

  /**
   * Returns the claims of a valid token, otherwise the problem.
   * @throws Fault if the keys cannot be fetched
   */
  async verify(token: string): Promise<AccessToken | ExpiredToken | 'invalid'> {
    const known = this.#verified.get(token);
    if (known === undefined) return this.#verifyNew(token);
    const expired = known.access.expMs <= this.#clock.now();
    if (!expired && (await this.#keys.find(known.kid)) !== undefined) return known.access;
    this.#verified.delete(token);
    return expired ? { expired: known.access } : 'invalid';
  }

  async #verifyNew(token: string): Promise<AccessToken | ExpiredToken | 'invalid'> {
    const kid = token.length <= MAX_TOKEN_LENGTH ? kidOf(token) : undefined;
    const key = kid === undefined ? undefined : await this.#keys.find(kid);
    if (kid === undefined || key === undefined) return 'invalid';
    try {
      const { payload } = await jwtVerify(token, key, {
        ...this.#names,
        algorithms: ['EdDSA'],
        typ: 'at+jwt',
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(this.#clock.now()),
      });
      const access = accessOf(payload);
      if (access) this.#verified.set(token, { access, kid });
      return access ?? 'invalid';
    } catch (error) {
      // `jwtVerify` checks signature, issuer and audience first.
      const expired = error instanceof errors.JWTExpired ? accessOf(error.payload) : undefined;
      return expired ? { expired } : 'invalid';
    }
  }
}

/** Checks that the signature has its only valid spelling: unused bits of its last character are zero (RFC 4648, 3.5). */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

function kidOf(token: string): string | undefined {
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    return alg === 'EdDSA' && isCanonical(token) ? kid : undefined;
  } catch {
    return undefined;
  }
}

function accessOf({ sub, exp, client_id, store_id, scope, gen }: JWTPayload): AccessToken | undefined {
  const wellFormed =
    typeof sub === 'string' &&
    typeof exp === 'number' &&
    typeof client_id === 'string' &&
    typeof store_id === 'string' &&
    typeof scope === 'string' &&
    typeof gen === 'number' &&
    isId('ins', sub);
  if (!wellFormed) return undefined;
  const scopes = new Set(scope.split(' ').filter((name) => name !== ''));
  return {
    installationId: sub,
    appId: client_id,
    storeId: store_id,
    scopes,
    generation: gen,
    expMs: exp * 1000,
  };
}

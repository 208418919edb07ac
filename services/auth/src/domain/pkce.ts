import { safeEqual, sha256 } from '@commerce/service-kit/crypto/hash.ts';

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/** True when the challenge was derived from the verifier (RFC 7636, 4.6; S256 only). */
export function verifierMatches(verifier: string, challenge: string): boolean {
  return VERIFIER.test(verifier) && safeEqual(sha256(verifier), Buffer.from(challenge, 'base64url'));
}

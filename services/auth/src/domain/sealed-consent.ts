import { randomToken, safeEqual, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { SealError, type SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { NewConsentRequest } from './consent.ts';
import { CONSENT_MS } from './lifetimes.ts';

const PURPOSE = 'consent-request';

/** An authorization request whose parameters were checked. */
export type CheckedRequest = Pick<
  NewConsentRequest,
  'appId' | 'redirectUri' | 'scopes' | 'state' | 'codeChallenge'
>;

/**
 * Encrypts a consent request into its own id: before a merchant answers it nothing is stored, however many requests anonymous
 * clients make.
 */
export function sealConsent(
  box: SecretBox,
  request: CheckedRequest,
  browserToken: string,
  nowMs: number,
): { id: string; expiresAtMs: number } {
  const expiresAtMs = nowMs + CONSENT_MS;
  const browser = sha256(browserToken).toString('base64url');
  const sealed = box.seal(JSON.stringify({ ...request, id: randomToken(24), browser, expiresAtMs }), PURPOSE);
  return { id: sealed, expiresAtMs };
}

/** The request that an id contains; undefined when it has expired, belongs to another browser, or was not issued here. */
export function openConsent(
  box: SecretBox,
  sealed: string,
  browserToken: string,
  nowMs: number,
): NewConsentRequest | undefined {
  let text: string;
  try {
    text = box.open(sealed, PURPOSE);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
  const { browser, expiresAtMs, ...request } = JSON.parse(text) as CheckedRequest & {
    id: string;
    browser: string;
    expiresAtMs: number;
  };
  const browserHash = sha256(browserToken);
  if (expiresAtMs <= nowMs || !safeEqual(browserHash, Buffer.from(browser, 'base64url'))) return undefined;
  const expiresAt = new Date(expiresAtMs);
  return { ...request, browserHash, createdAt: new Date(expiresAtMs - CONSENT_MS), expiresAt };
}

import { randomToken, safeEqual, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { SealError, type SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import { CONSENT_MS } from '../domain/lifetimes.ts';
import type { NewConsentRequest } from '../store/consent-request-create.ts';

const PURPOSE = 'consent-request';

/** An authorization request whose parameters were checked. */
export type AskedConsent = Pick<
  NewConsentRequest,
  'appId' | 'redirectUri' | 'scopes' | 'state' | 'codeChallenge'
>;

/**
 * The id of a consent request, which is the request itself, encrypted: before a merchant answers it nothing is stored, however
 * many requests anonymous clients make.
 */
export function sealConsent(
  box: SecretBox,
  asked: AskedConsent,
  browserToken: string,
  nowMs: number,
): { id: string; expiresAtMs: number } {
  const expiresAtMs = nowMs + CONSENT_MS;
  const browser = sha256(browserToken).toString('base64url');
  const sealed = box.seal(JSON.stringify({ ...asked, id: randomToken(24), browser, expiresAtMs }), PURPOSE);
  return { id: sealed, expiresAtMs };
}

/** The request that an id contains; undefined when it has expired, is another browser's, or none of ours. */
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
  const { browser, expiresAtMs, ...asked } = JSON.parse(text) as AskedConsent & {
    id: string;
    browser: string;
    expiresAtMs: number;
  };
  const browserHash = sha256(browserToken);
  if (expiresAtMs <= nowMs || !safeEqual(browserHash, Buffer.from(browser, 'base64url'))) return undefined;
  const expiresAt = new Date(expiresAtMs);
  return { ...asked, browserHash, createdAt: new Date(expiresAtMs - CONSENT_MS), expiresAt };
}

import { SealError, type SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import { CODE_MS } from './lifetimes.ts';
import { verifierMatches } from './pkce.ts';

const PURPOSE = 'cli-code';

interface CliCode {
  personId: string;
  codeChallenge: string;
  expiresAtMs: number;
}

/** Encrypts who allowed the command line into the code itself, so that nothing is stored. */
export function sealCliCode(box: SecretBox, personId: string, codeChallenge: string, nowMs: number): string {
  const code: CliCode = { personId, codeChallenge, expiresAtMs: nowMs + CODE_MS };
  return box.seal(JSON.stringify(code), PURPOSE);
}

/** The person who allowed the command line; undefined when the code has expired, was not issued here, or belongs to another verifier. */
export function openCliCode(
  box: SecretBox,
  sealed: string,
  verifier: string,
  nowMs: number,
): string | undefined {
  try {
    const { personId, codeChallenge, expiresAtMs } = JSON.parse(box.open(sealed, PURPOSE)) as CliCode;
    return expiresAtMs > nowMs && verifierMatches(verifier, codeChallenge) ? personId : undefined;
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

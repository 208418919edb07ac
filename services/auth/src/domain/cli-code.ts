import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { SealError, type SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import { CODE_MS } from './lifetimes.ts';
import { verifierMatches } from './pkce.ts';

const PURPOSE = 'cli-code-of-session';

/** Origin of a code: it works only as long as that session and that password are in force. */
interface CliCodeOrigin {
  personId: string;
  /** Secret of the session that created the code. */
  sessionToken: string;
  /** Hash of the person's password at that time. */
  passwordHash: string;
}

/** Content of a code. */
export interface CliCode {
  /** Identifies the code, which is used once. */
  id: string;
  personId: string;
  /** Hash of the token of the session, in base64url. */
  sessionHash: string;
  /** Changes with the password. */
  passwordVersion: string;
  codeChallenge: string;
  expiresAtMs: number;
}

const hashOf = (text: string): string => sha256(text).toString('base64url');

/** Encrypts who allowed the command line, and where, into the code itself, so that nothing is stored before its use. */
export function sealCliCode(
  box: SecretBox,
  { personId, sessionToken, passwordHash }: CliCodeOrigin,
  codeChallenge: string,
  nowMs: number,
): string {
  const code: CliCode = {
    id: randomToken(),
    personId,
    sessionHash: hashOf(sessionToken),
    passwordVersion: hashOf(passwordHash),
    codeChallenge,
    expiresAtMs: nowMs + CODE_MS,
  };
  return box.seal(JSON.stringify(code), PURPOSE);
}

/** The content of a code; undefined when it has expired, was not issued here, or belongs to another verifier. */
export function openCliCode(
  box: SecretBox,
  sealed: string,
  verifier: string,
  nowMs: number,
): CliCode | undefined {
  try {
    const code = JSON.parse(box.open(sealed, PURPOSE)) as CliCode;
    return code.expiresAtMs > nowMs && verifierMatches(verifier, code.codeChallenge) ? code : undefined;
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/** Reports whether the password is the one that the person had when the code was created. */
export const isPasswordOf = ({ passwordVersion }: CliCode, passwordHash: string): boolean =>
  passwordVersion === hashOf(passwordHash);

import { verifierMatches } from './pkce.ts';

/** An authorization code that was issued. */
export interface IssuedCode {
  appId: string;
  redirectUri: string;
  codeChallenge: string;
  expiresAt: Date;
  usedAt: Date | null;
}

/** The parameters with which a client exchanges a code. */
export interface CodePresentation {
  appId: string;
  redirectUri: string;
  codeVerifier: string;
}

/** Verdict on an exchange; the description of a refusal is for the app's developer. */
export type CodeVerdict = { kind: 'exchange' } | { kind: 'replay' } | { kind: 'refuse'; description: string };

const refuse = (description: string): CodeVerdict => ({ kind: 'refuse', description });

/**
 * The checks of RFC 6749, 4.1.3, and RFC 7636, 4.6, in an order that reveals to another app's client only that the code is not
 * its own. A code that its own client presents again is a replay (RFC 6749, 4.1.2), whatever the other parameters are.
 */
export function judgeCode(code: IssuedCode, presented: CodePresentation, nowMs: number): CodeVerdict {
  if (code.appId !== presented.appId) return refuse('The code belongs to another client.');
  if (code.usedAt !== null) return { kind: 'replay' };
  if (code.expiresAt.getTime() <= nowMs) return refuse('The code has expired.');
  if (code.redirectUri !== presented.redirectUri) {
    return refuse('redirect_uri differs from that of the authorization request.');
  }
  if (!verifierMatches(presented.codeVerifier, code.codeChallenge)) {
    return refuse('code_verifier does not match the code_challenge.');
  }
  return { kind: 'exchange' };
}

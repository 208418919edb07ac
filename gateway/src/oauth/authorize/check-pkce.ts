import { valueOf } from '../query.ts';
import { invalidRequest, type Check } from './check.ts';

/** SHA-256 in base64url without padding. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** PKCE is required, with S256 only (contract, section 5; RFC 7636, 4.4.1; RFC 9700, 2.1.1). */
export const checkPkce: Check = ({ params }) => {
  const challenge = valueOf(params, 'code_challenge');
  const method = valueOf(params, 'code_challenge_method');
  if (challenge === undefined) return invalidRequest('code_challenge is missing.');
  if (method === undefined) return invalidRequest('code_challenge_method is missing.');
  if (method !== 'S256') return invalidRequest('code_challenge_method must be S256.');
  if (!CHALLENGE.test(challenge)) {
    return invalidRequest('code_challenge must be the SHA-256 of the verifier in base64url, 43 characters.');
  }
  return undefined;
};

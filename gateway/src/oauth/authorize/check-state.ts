import { valueOf } from '../query.ts';
import { invalidRequest, type Check } from './check.ts';

/** Visible ASCII and spaces (RFC 6749, appendix A.5). */
const STATE = /^[\x20-\x7e]+$/;

/** Maximum length: enough for a signed token, and small enough for a URL. */
const MAX_STATE_LENGTH = 2_048;

/** `state` is required (contract, section 5). */
export const checkState: Check = ({ params }) => {
  const state = valueOf(params, 'state');
  if (state === undefined) return invalidRequest('state is missing.');
  if (state.length > MAX_STATE_LENGTH)
    return invalidRequest(`state must be at most ${MAX_STATE_LENGTH} characters.`);
  return STATE.test(state)
    ? undefined
    : invalidRequest('state must contain only printable ASCII characters.');
};

import { valueOf } from '../query.ts';
import { invalidRequest, type Check } from './check.ts';

/** Visible ASCII and spaces (RFC 6749, appendix A.5). */
const STATE = /^[\x20-\x7e]+$/;

/** `state` is required (contract, section 5). */
export const checkState: Check = ({ params }) => {
  const state = valueOf(params, 'state');
  if (state === undefined) return invalidRequest('state is missing.');
  return STATE.test(state) ? undefined : invalidRequest('state may only hold printable ASCII characters.');
};

import { valueOf } from '../query.ts';
import { invalidRequest, type Check } from './check.ts';

/** `response_type` is always `code` (contract, section 5; RFC 9700, 2.1.2: no token in a URL). */
export const checkResponseType: Check = ({ params }) => {
  const type = valueOf(params, 'response_type');
  if (type === undefined) return invalidRequest('response_type is missing.');
  if (type === 'code') return undefined;
  return { error: 'unsupported_response_type', description: 'response_type must be code.' };
};

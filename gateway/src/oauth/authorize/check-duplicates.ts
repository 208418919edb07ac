import { invalidRequest, type Check } from './check.ts';

/** No parameter more than once (RFC 6749, 3.1): two readers of a URL may each believe another one. */
export const checkDuplicates: Check = ({ params }) => {
  const names = [...params.keys()];
  if (new Set(names).size === names.length) return undefined;
  return invalidRequest('A parameter is present more than once.');
};

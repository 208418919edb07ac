import { invalidRequest, type Check } from './check.ts';

/** Each parameter at most once (RFC 6749, 3.1): two parsers of a URL may pick different values. */
export const checkDuplicates: Check = ({ params }) => {
  const names = [...params.keys()];
  if (new Set(names).size === names.length) return undefined;
  return invalidRequest('A parameter is present more than once.');
};

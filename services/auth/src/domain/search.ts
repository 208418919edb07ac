import { invalid } from '@commerce/service-kit/fault.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';

const MAX_SEARCH = 100;

/**
 * The text to search for; undefined when empty.
 * @throws Fault `invalid_request` when it is longer than anything that could match
 */
export function readSearch(given: string): string | undefined {
  const search = given.trim();
  if (search.length > MAX_SEARCH || search.includes('\0') || !search.isWellFormed())
    throw invalid('search', lengthMessage(0, MAX_SEARCH));
  return search === '' ? undefined : search;
}

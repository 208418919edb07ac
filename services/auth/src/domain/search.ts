import { invalid } from '@commerce/service-kit/fault.ts';

const MAX_SEARCH = 100;

/**
 * What is looked for; undefined for nothing.
 * @throws Fault invalid_request when it is longer than anything that could be found
 */
export function readSearch(given: string): string | undefined {
  const search = given.trim();
  if (search.length > MAX_SEARCH || search.includes('\0') || !search.isWellFormed())
    throw invalid('search', `Must be at most ${MAX_SEARCH} characters.`);
  return search === '' ? undefined : search;
}

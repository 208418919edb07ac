import { FieldProblems } from './field-problems.ts';

/** Longest reason or note that people give each other, in characters. */
const MAX_REASON = 1000;

/**
 * Why somebody did something, or what they say to somebody else, as it is kept.
 * @param field what an error calls it
 * @throws Fault invalid_request when it is too long, or shorter than `min`
 */
export function readReason(given: string | undefined, { field = 'reason', min = 0 } = {}): string {
  const problems = new FieldProblems();
  const reason = problems.lines(field, given ?? '', min, MAX_REASON);
  problems.done();
  return reason;
}

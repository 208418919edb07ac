import { FieldProblems } from './field-problems.ts';

/** Maximum length of a reason or note, in characters. */
const MAX_REASON = 1000;

/**
 * A reason or a note, as it is stored.
 * @param field name of the field in errors
 * @throws Fault `invalid_request` when it is too long, or shorter than `min`
 */
export function readReason(given: string | undefined, { field = 'reason', min = 0 } = {}): string {
  const problems = new FieldProblems();
  const reason = problems.lines(field, given ?? '', min, MAX_REASON);
  problems.throwIfAny();
  return reason;
}

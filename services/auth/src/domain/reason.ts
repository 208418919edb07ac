import { FieldErrors } from '@commerce/service-kit/fields.ts';

/** Maximum length of a reason or note, in characters. */
const MAX_REASON = 1000;

/**
 * A reason or a note, as it is stored.
 * @param field name of the field in errors
 * @throws Fault `invalid_request` when it is too long, or shorter than `min`
 */
export function readReason(given: string | undefined, { field = 'reason', min = 0 } = {}): string {
  const errors = new FieldErrors();
  const reason = errors.lines(field, (given ?? '').trim(), min, MAX_REASON);
  errors.throwIfAny();
  return reason;
}

import type { TFunction } from 'i18next';
import { ApiError, type ProblemDetail } from './call.ts';

/**
 * Describes a problem of a field or a whole request. When the platform only reports an invalid value, the message says
 * what the field accepts (`invalid.<field>`). Reasons without a translation fall back to the platform's message.
 */
export function problemText(t: TFunction, { reason, field = '', message }: ProblemDetail): string {
  const words = t(`problems.${reason}`, { defaultValue: message });
  return reason === 'invalid_value' ? t(`invalid.${nameOf(field)}`, { defaultValue: words }) : words;
}

/** `shippingAddresses[0].postalCode` is a `postalCode`, `images[2]` one of `images`. */
const nameOf = (field: string): string =>
  field
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .at(-1)!;

/** Describes a failed call in one sentence. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.server_error');
  const [first] = error.details;
  if (first !== undefined && (error.code === 'conflict' || first.reason === 'store_suspended'))
    return problemText(t, first);
  if (error.code === 'too_many_requests')
    return t('errors.too_many_requests', { minutes: Math.ceil((error.retryAfterS ?? 60) / 60) });
  return t(`errors.${error.code}`, { defaultValue: error.message });
}

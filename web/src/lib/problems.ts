import type { TFunction } from 'i18next';
import { ApiError, type ProblemDetail } from './call.ts';

/**
 * What went wrong with a field or a whole request, in words. Where the platform says no more than that a value is not valid, what the
 * field takes is told (`invalid.<field>`). Reasons without words of ours are told as the platform told them.
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

/** What went wrong with a call, in one sentence. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.server_error');
  const [first] = error.details;
  if (error.code === 'conflict' && first !== undefined) return problemText(t, first);
  if (error.code === 'too_many_requests')
    return t('errors.too_many_requests', { minutes: Math.ceil((error.retryAfterS ?? 60) / 60) });
  return t(`errors.${error.code}`, { defaultValue: error.message });
}

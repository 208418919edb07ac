import type { TFunction } from 'i18next';
import { ApiError, type ProblemDetail } from './call.ts';

/** What went wrong with a field or a whole request, in words. Reasons without words of ours are told as the platform told them. */
export function problemText(t: TFunction, detail: ProblemDetail): string {
  return t(`problems.${detail.reason}`, { defaultValue: detail.message });
}

/** What went wrong with a call, in one sentence. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.server_error');
  const [first] = error.details;
  if (error.code === 'conflict' && first !== undefined) return problemText(t, first);
  if (error.code === 'too_many_requests')
    return t('errors.too_many_requests', { minutes: Math.ceil((error.retryAfterS ?? 60) / 60) });
  return t(`errors.${error.code}`, { defaultValue: error.message });
}

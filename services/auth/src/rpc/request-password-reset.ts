import type {
  RequestPasswordResetRequest,
  RequestPasswordResetResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import type { Deps } from '../deps.ts';
import { isPlausibleEmail, normalizeEmail } from '../domain/email.ts';
import { PASSWORD_RESET } from '../mails/kinds.ts';
import { askForMail } from '../people/mail-limit.ts';

/** Leaves a mail to whoever has the e-mail; whether anybody has is looked up when it is sent. */
export function requestPasswordReset(
  deps: Deps,
): Handler<RequestPasswordResetRequest, RequestPasswordResetResponse> {
  return async (_ctx, { email: given, ip }) => {
    const email = normalizeEmail(given);
    if (!isPlausibleEmail(email)) return { retryAfterS: 0 };
    const { retryAfterS, mayMail } = await askForMail(deps, 'password-reset', { email, ip });
    const createdAtMs = deps.clock.now();
    if (mayMail)
      await enqueueMail(deps.database, { kind: PASSWORD_RESET, recipient: email, facts: {}, createdAtMs });
    return { retryAfterS };
  };
}

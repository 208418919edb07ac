import type {
  RequestPasswordResetRequest,
  RequestPasswordResetResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import type { Deps } from '../deps.ts';
import { isPlausibleEmail, normalizeEmail } from '../domain/email.ts';
import { PASSWORD_RESET } from '../domain/mails/kinds.ts';
import { countMailRequest } from '../use-cases/count-mail-request.ts';

/** Enqueues a reset mail. The account lookup happens at send time (no user enumeration). */
export const requestPasswordReset =
  (deps: Deps): Handler<RequestPasswordResetRequest, RequestPasswordResetResponse> =>
  async (_ctx, { email: given, ip }) => {
    const email = normalizeEmail(given);
    if (!isPlausibleEmail(email)) return { retryAfterS: 0 };
    const { retryAfterS, mayMail } = await countMailRequest(deps, 'password-reset', { email, ip });
    const createdAtMs = deps.clock.now();
    if (mayMail)
      await enqueueMail(deps.db, { kind: PASSWORD_RESET, recipient: email, facts: {}, createdAtMs });
    return { retryAfterS };
  };

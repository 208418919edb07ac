import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WriteMail, WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../../deps.ts';
import {
  APP_REVIEWED,
  INVITATION,
  PASSWORD_CHANGED,
  PASSWORD_RESET,
  REVIEW_MESSAGE,
  SIGN_UP,
  STORE_SUSPENSION,
} from '../../domain/mails/kinds.ts';
import { writeAppReviewed } from './write-app-reviewed.ts';
import { writeInvitation } from './write-invitation.ts';
import { writePasswordChanged } from './write-password-changed.ts';
import { writePasswordReset } from './write-password-reset.ts';
import { writeReviewMessage } from './write-review-message.ts';
import { writeSignUp } from './write-sign-up.ts';
import { writeStoreSuspension } from './write-store-suspension.ts';

type Writer = (deps: Deps, mail: ClaimedMail) => Promise<WrittenMail | { unsendable: string }>;

const WRITERS: Record<string, Writer> = {
  [PASSWORD_RESET]: writePasswordReset,
  [PASSWORD_CHANGED]: writePasswordChanged,
  [INVITATION]: writeInvitation,
  [SIGN_UP]: writeSignUp,
  [APP_REVIEWED]: writeAppReviewed,
  [REVIEW_MESSAGE]: writeReviewMessage,
  [STORE_SUSPENSION]: writeStoreSuspension,
};

/** Writes the mails of this service, each kind with its writer. */
export function writeMails(deps: Deps): WriteMail {
  return async (mail) => {
    const writer = WRITERS[mail.kind];
    if (writer === undefined) return { unsendable: 'unknown kind of mail' };
    const written = await writer(deps, mail);
    return 'unsendable' in written ? written : [written];
  };
}

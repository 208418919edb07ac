import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { sendMailJob } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../deps.ts';
import { writeMails } from '../use-cases/mails/write-mails.ts';

/** Sends the emails in the outbox. */
export const sendMailsJob = (deps: Deps): IntervalJob => {
  const { db, clock, logger, sendMail: send } = deps;
  return sendMailJob({ db, clock, logger, write: writeMails(deps), send });
};

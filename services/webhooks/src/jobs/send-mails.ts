import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { sendMailJob } from '@commerce/service-kit/mail/send.ts';
import type { ProcessDeps } from '../deps.ts';
import { writeMail } from '../use-cases/write-mail.ts';

/** Sends the mails of the outbox. */
export const sendMailsJob = ({ db, clock, logger, clients, sendMail }: ProcessDeps): IntervalJob =>
  sendMailJob({ db, clock, logger, write: writeMail(clients.findContacts), send: sendMail });

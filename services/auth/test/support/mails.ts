import { createLogger } from '@commerce/service-kit/logger.ts';
import { sendMails } from '@commerce/service-kit/mail/send.ts';
import type { AddressedMail } from '@commerce/service-kit/mail/smtp.ts';
import { writeMails } from '../../src/use-cases/mails/write-mails.ts';
import type { AuthFixture } from './fixture.ts';

/** Sends the waiting mails. @returns them, in their order */
export async function mailsOf(auth: AuthFixture): Promise<AddressedMail[]> {
  const sent: AddressedMail[] = [];
  await sendMails({
    db: auth.deps.db,
    clock: auth.clock,
    logger: createLogger('test', 'silent'),
    write: writeMails(auth.deps),
    send: async (mail) => {
      sent.push(mail);
      return 0;
    },
  });
  return sent;
}

/** The secret of the link in a mail to that address; of the last one when there are several. */
export async function mailedSecret(auth: AuthFixture, to: string): Promise<string> {
  const mail = (await mailsOf(auth)).findLast((other) => other.to.some(({ address }) => address === to));
  const secret = /#([A-Za-z0-9_-]{43})$/m.exec(mail?.text ?? '')?.[1];
  if (secret === undefined) throw new Error(`no link was mailed to ${to}`);
  return secret;
}

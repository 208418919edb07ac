import { ConfigError, optional, text, type ConfigOf } from '../config.ts';
import { smtpSender, type SendMail } from './smtp.ts';

/** Settings of a service that sends mails. */
export const mailSettings = {
  SMTP_URL: optional(text.url('smtp', 'smtps'), {
    description:
      'The mail server by which mails are sent, with user and password where it wants them. Without it mails are logged as not sent.',
    example: 'smtps://user:password@smtp.example.com:465',
    secret: true,
  }),
  MAIL_FROM: optional(text.string(), {
    description: 'The sender of mails; required with `SMTP_URL`.',
    example: 'Commerce <no-reply@commerce.example>',
  }),
};

/**
 * Sends mails as the settings say; undefined when none are sent.
 * @throws ConfigError when there is a server and no sender
 */
export function mailSenderOf({
  SMTP_URL: url,
  MAIL_FROM: from,
}: ConfigOf<typeof mailSettings>): SendMail | undefined {
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new ConfigError('Bad configuration:\n  MAIL_FROM: is required when SMTP_URL is set.');
  return smtpSender(url, from);
}

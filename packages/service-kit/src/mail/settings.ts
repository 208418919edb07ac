import { ConfigError, optional, text, type ConfigOf } from '../config.ts';
import { smtpSender, type SendMail } from './smtp.ts';

/** Settings of a service that sends mails. */
export const mailSettings = {
  SMTP_URL: optional(text.url('smtp', 'smtps'), {
    description:
      'The SMTP server, with user and password if it requires them. Without it, mails are not sent, only logged.',
    example: 'smtps://user:password@smtp.example.com:465',
    secret: true,
  }),
  MAIL_FROM: optional(text.string(), {
    description: 'The sender of mails; required with `SMTP_URL`.',
    example: 'Mostrador <no-reply@commerce.example>',
  }),
};

/**
 * Sender for the configured mail server; undefined when none is configured.
 * @throws ConfigError when a server is set without a sender
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

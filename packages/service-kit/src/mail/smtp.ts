import { createTransport } from 'nodemailer';
import type { MailContent } from './body.ts';

const TIMEOUT_MS = 10_000;

/** Somebody whom a mail goes to. */
export interface MailAddress {
  name: string;
  address: string;
}

/** A mail with its addresses. */
export interface AddressedMail extends MailContent {
  /** The same whenever the same mail is sent again, so that mailboxes see that it is. */
  id: string;
  to: MailAddress[];
}

/** Sends a mail. @returns how many of its addresses were refused; @throws Error when all were, or the server is away */
export type SendMail = (mail: AddressedMail) => Promise<number>;

/**
 * Sends by an SMTP server.
 * @param url smtp:// or smtps://, with user and password where the server wants them
 * @param from the sender, as in a mail's header
 */
export function smtpSender(url: string, from: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ id, to, subject, text, html }) => {
    const messageId = `<${id}@mail.commerce-platform>`;
    const { rejected } = await transport.sendMail({ from, to, subject, text, html, messageId });
    return rejected.length;
  };
}

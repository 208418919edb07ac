import type { MailContent } from './body.ts';

const TIMEOUT_MS = 10_000;

/** A recipient of a mail. */
export interface MailAddress {
  name: string;
  address: string;
}

/** A mail with its addresses. */
export interface AddressedMail extends MailContent {
  /** Stable across retries, so that mailboxes detect duplicates. */
  id: string;
  to: MailAddress[];
}

/**
 * Sends a mail.
 * @returns the number of refused recipients;
 * @throws Error when all are refused or the server is down
 */
export type SendMail = (mail: AddressedMail) => Promise<number>;

/**
 * Sender over SMTP.
 * @param url smtp:// or smtps://, with user and password if the server requires them
 * @param from the sender, as in a mail's header
 */
export function smtpSender(url: string, from: string): SendMail {
  let transport: ReturnType<typeof openTransport> | undefined;
  return async ({ id, to, subject, text, html }) => {
    const messageId = `<${id}@mail.commerce-platform>`;
    const { rejected } = await (
      await (transport ??= openTransport(url))
    ).sendMail({ from, to, subject, text, html, messageId });
    return rejected.length;
  };
}

/** The library is loaded with the first mail, to save memory until then. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

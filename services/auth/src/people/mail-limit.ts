import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Deps } from '../deps.ts';
import { hitRateWindow } from '../store/rate-window-hit.ts';
import { secondsToWait } from '../sessions/seconds-to-wait.ts';

/** Mails that strangers can have sent to one e-mail, from however many addresses. */
const MAILS_TO_ONE = { limit: 5, windowMs: 3_600_000 };

/** Whether a mail may go out that somebody who has proved nothing asks for. */
export interface MailAsked {
  /** Too many from there: whole seconds until the next is taken; 0 when this one is. */
  retryAfterS: number;
  /** Whether the mail is to be left: not when its reader has had enough of them. Never told. */
  mayMail: boolean;
}

/** Counts a request for a mail per e-mail and address, as sign-ins are, and per address alone. @param what e.g. `password-reset` */
export async function askForMail(
  { limits, clock, rules }: Deps,
  what: string,
  { email, ip }: { email: string; ip: string },
): Promise<MailAsked> {
  const nowMs = clock.now();
  const retryAfterS = await secondsToWait(limits, nowMs, [
    [`${what}\n${email}\n${ip}`, rules.signIns],
    [`mails of address\n${ip}`, rules.mailsOfAddress],
  ]);
  if (retryAfterS > 0) return { retryAfterS, mayMail: false };
  const mails = await hitRateWindow(limits, sha256(`mails\n${email}`), nowMs, MAILS_TO_ONE);
  return { retryAfterS: 0, mayMail: mails.hits <= MAILS_TO_ONE.limit };
}

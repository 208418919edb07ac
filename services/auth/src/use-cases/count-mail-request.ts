import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Deps } from '../deps.ts';
import { rateWindowHit } from '../store/rate-window.ts';
import { countRequest } from './count-request.ts';

/** Maximum number of mails that anonymous callers can have sent to one email, from any number of addresses. */
const MAILS_OF_EMAIL = { limit: 5, windowMs: 3_600_000 };

/** Admission of a mail that an anonymous caller requests. */
export interface MailAdmission {
  /** Whole seconds until the next request from there is accepted; 0 when this one is. */
  retryAfterS: number;
  /** False when its reader has received too many mails; never revealed to the caller. */
  mayMail: boolean;
}

/** Counts a request for a mail per email and address, as for sign-ins, and per address. @param kind e.g. `password-reset` */
export async function countMailRequest(
  { limits, clock, rules }: Deps,
  kind: string,
  { email, ip }: { email: string; ip: string },
): Promise<MailAdmission> {
  const nowMs = clock.now();
  const retryAfterS = await countRequest(limits, nowMs, [
    [`${kind}\n${email}\n${ip}`, rules.signIns],
    [`mails of address\n${ip}`, rules.mailsOfAddress],
  ]);
  if (retryAfterS > 0) return { retryAfterS, mayMail: false };
  const mails = await rateWindowHit(limits, sha256(`mails\n${email}`), nowMs, MAILS_OF_EMAIL);
  return { retryAfterS: 0, mayMail: mails.hits <= MAILS_OF_EMAIL.limit };
}

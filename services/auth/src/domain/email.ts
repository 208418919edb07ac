import { toNfc } from '@commerce/texts/nfc.ts';

/** The form in which an e-mail is kept and looked up: one person's spelling is everyone's. */
export function normalizeEmail(email: string): string {
  return toNfc(email).trim().toLowerCase();
}

/** Whether a text could be somebody's e-mail, to be looked up; whether mail could reach it is asked when it is given. */
export function isPlausibleEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(email);
}

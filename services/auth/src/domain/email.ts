import { toNfc } from '@commerce/texts/nfc.ts';

/** The form in which an email is stored and looked up, independent of its spelling. */
export function normalizeEmail(email: string): string {
  return toNfc(email).trim().toLowerCase();
}

/** True for a text worth looking up as an email; that mail can reach it is checked when an account is created. */
export function isPlausibleEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(email);
}

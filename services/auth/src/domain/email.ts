/** The form in which an e-mail is kept and looked up: one person's spelling is everyone's. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** Whether a text could be an e-mail at all; anything longer or stranger belongs to nobody. */
export function isPlausibleEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(email);
}

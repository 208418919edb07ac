import { invalid } from '@commerce/service-kit/fault.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;

/**
 * Checks a new password.
 * @param email the person's email
 * @throws Fault `invalid_request` for one that is too short, too long or easy to guess
 */
export async function checkNewPassword(password: string, email: string): Promise<void> {
  const length = Array.from(password).length;
  if (length < MIN_LENGTH)
    throw invalid('password', `Must be at least ${MIN_LENGTH} characters.`, 'password_too_short');
  if (length > MAX_LENGTH) throw invalid('password', lengthMessage(0, MAX_LENGTH), 'password_too_long');
  if (await isGuessable(password, email))
    throw invalid('password', 'Too many people have this password.', 'password_too_common');
}

// One character or a short pattern repeated, the email itself, or a common password.
async function isGuessable(password: string, email: string): Promise<boolean> {
  const folded = password.toLowerCase();
  if (folded === email || /^(.{1,4})\1+$/su.test(folded)) return true;
  const { commonPasswords } = await import('./common-passwords.ts');
  return commonPasswords.has(folded);
}

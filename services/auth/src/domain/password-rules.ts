import { dictionary } from '@zxcvbn-ts/language-common';
import { invalid, type Fault } from '@commerce/service-kit/fault.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;

/** The most common passwords that satisfy the minimum length. */
const COMMON = new Set(
  dictionary['passwords-common'].map(String).filter(({ length }) => length >= MIN_LENGTH),
);

/** The problem with a new password; undefined for a good one. @param email the person's email */
export function passwordProblem(password: string, email: string): Fault | undefined {
  const length = Array.from(password).length;
  if (length < MIN_LENGTH)
    return invalid('password', `Must be at least ${MIN_LENGTH} characters.`, 'password_too_short');
  if (length > MAX_LENGTH) return invalid('password', lengthMessage(0, MAX_LENGTH), 'password_too_long');
  if (isGuessable(password, email))
    return invalid('password', 'Too many people have this password.', 'password_too_common');
  return undefined;
}

// One character or a short pattern repeated, the email itself, or a common password.
function isGuessable(password: string, email: string): boolean {
  const folded = password.toLowerCase();
  return COMMON.has(folded) || folded === email || /^(.{1,4})\1+$/su.test(folded);
}

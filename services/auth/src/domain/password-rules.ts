import { dictionary } from '@zxcvbn-ts/language-common';
import { invalid, type Fault } from '@commerce/service-kit/fault.ts';

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;

/** The passwords that people choose most, those that are long enough to be chosen here. */
const COMMON = new Set(
  dictionary['passwords-common'].map(String).filter(({ length }) => length >= MIN_LENGTH),
);

/** What is wrong with a password that somebody wants to have; undefined for a good one. @param email theirs */
export function passwordProblem(password: string, email: string): Fault | undefined {
  const length = Array.from(password).length;
  if (length < MIN_LENGTH)
    return invalid('password', `At least ${MIN_LENGTH} characters.`, 'password_too_short');
  if (length > MAX_LENGTH)
    return invalid('password', `At most ${MAX_LENGTH} characters.`, 'password_too_long');
  if (isGuessable(password, email))
    return invalid('password', 'Too many people have this password.', 'password_too_common');
  return undefined;
}

// One character or a short pattern over and over, the e-mail itself, or a known favourite.
function isGuessable(password: string, email: string): boolean {
  const folded = password.toLowerCase();
  return COMMON.has(folded) || folded === email || /^(.{1,4})\1+$/su.test(folded);
}

import { Fault } from '@commerce/service-kit/fault.ts';

/** The e-mail is unknown or the password wrong; told alike. */
export function wrongCredentials(): Fault {
  const message = 'The e-mail or the password is not right.';
  return new Fault('invalid_request', message, { details: [{ reason: 'wrong_credentials', message }] });
}

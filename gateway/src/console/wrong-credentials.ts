import { Fault } from '@commerce/service-kit/fault.ts';

/** The email is unknown or the password wrong; told alike. */
export function wrongCredentials(): Fault {
  const message = 'The email or the password is incorrect.';
  return new Fault('invalid_request', message, { details: [{ reason: 'wrong_credentials', message }] });
}

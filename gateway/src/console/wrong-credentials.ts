import { Fault } from '@commerce/service-kit/fault.ts';

/** Rejection of an unknown email or a wrong password, which are indistinguishable by design. */
export function wrongCredentials(): Fault {
  const message = 'The email or the password is incorrect.';
  return new Fault('invalid_request', message, { details: [{ reason: 'wrong_credentials', message }] });
}

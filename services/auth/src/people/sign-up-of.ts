import { notFound } from '@commerce/service-kit/fault.ts';
import type { Deps } from '../deps.ts';
import { findMailedToken } from '../store/mailed-token-find.ts';
import { findSignUp, type SignUpRow } from '../store/sign-up-find.ts';

/**
 * The sign-up of a mailed link.
 * @throws Fault `not_found` for a link that is unknown, used or has expired
 */
export async function signUpOf({ database, clock }: Deps, token: string): Promise<SignUpRow> {
  const now = new Date(clock.now());
  const id = await findMailedToken(database, token, 'sign_up', now);
  const signUp = id === undefined ? undefined : await findSignUp(database, id, now);
  if (!signUp) throw notFound();
  return signUp;
}

import type { ResetPasswordRequest, ResetPasswordResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { passwordProblem } from '../domain/password-rules.ts';
import { useMailedLink } from '../people/mailed-link.ts';
import { setPassword } from '../people/set-password.ts';
import { findMailedToken } from '../store/mailed-token-find.ts';
import { findPerson } from '../store/person-find-by-id.ts';

/** Sets a new password by a mailed link. */
export function resetPassword(deps: Deps): Handler<ResetPasswordRequest, ResetPasswordResponse> {
  return async (_ctx, { token, password }) => {
    const { database, clock, passwords } = deps;
    const id = await findMailedToken(database, token, 'password_reset', new Date(clock.now()));
    const person = id === undefined ? undefined : await findPerson(database, id);
    if (!person) throw notFound();
    const problem = passwordProblem(password, person.email);
    if (problem) throw problem;
    const passwordHash = await passwords.hash(password);
    await database.transaction(async (tx) => {
      await useMailedLink(tx, person.id, token);
      await setPassword(tx, { id: person.id, passwordHash }, clock.now());
    });
    return {};
  };
}

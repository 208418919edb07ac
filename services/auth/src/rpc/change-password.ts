import type {
  ChangePasswordRequest,
  ChangePasswordResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { passwordProblem } from '../domain/password-rules.ts';
import { setPassword } from '../people/set-password.ts';
import { personOf } from '../sessions/person-of.ts';
import { provePassword } from '../sessions/prove-password.ts';
import { deleteMailedTokens } from '../store/mailed-token-delete-of-subject.ts';
import { findPerson } from '../store/person-find-by-id.ts';

/** Sets a new password of a person who knows the present one; the links to reset it end with it. */
export function changePassword(deps: Deps): Handler<ChangePasswordRequest, ChangePasswordResponse> {
  return async (ctx, { currentPassword, password, sessionToken, ip }) => {
    const { database, clock, passwords } = deps;
    const person = await findPerson(database, personOf(ctx));
    if (!person) throw notFound();
    const problem = passwordProblem(password, person.email);
    if (problem) throw problem;
    const proved = await provePassword(deps, { email: person.email, password: currentPassword, ip });
    if ('$case' in proved) return { result: proved };
    const passwordHash = await passwords.hash(password);
    await database.transaction(async (tx) => {
      await deleteMailedTokens(tx, person.id);
      await setPassword(tx, { id: person.id, passwordHash, exceptSession: sessionToken }, clock.now());
    });
    return { result: { $case: 'changed', value: true } };
  };
}

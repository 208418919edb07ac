import type {
  ChangePasswordRequest,
  ChangePasswordResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { checkNewPassword } from '../domain/password-rules.ts';
import { mailedTokenDeleteOfSubject } from '../store/mailed-token.ts';
import { personFind } from '../store/person.ts';
import { checkPassword, WRONG_CREDENTIALS } from '../use-cases/check-password.ts';
import { setPassword } from '../use-cases/set-password.ts';

/** Sets a new password of a person who knows the current one, and invalidates the links to reset it. */
export const changePassword =
  (deps: Deps): Handler<ChangePasswordRequest, ChangePasswordResponse> =>
  async (ctx, { currentPassword, password, sessionToken, ip }) => {
    const { db, prisma, clock, passwords } = deps;
    const person = await personFind(prisma, requirePerson(ctx));
    if (!person) throw notFound();
    await checkNewPassword(password, person.email);
    const checked = await checkPassword(deps, { email: person.email, password: currentPassword, ip });
    if ('$case' in checked) return { result: checked };
    const passwordHash = await passwords.hash(password);
    const changed = await db.transaction(async (tx) => {
      await mailedTokenDeleteOfSubject(tx, person.id);
      const change = { passwordHash, currentHash: checked.passwordHash, exceptSession: sessionToken };
      return setPassword(tx, prisma, { id: person.id, ...change }, clock.now());
    });
    return { result: changed ? { $case: 'changed', value: true } : WRONG_CREDENTIALS };
  };

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
import { startSession } from '../use-cases/start-session.ts';

/** Sets a new password of a person who knows the current one, invalidates the links to reset it, and replaces all sessions by a new one. */
export const changePassword =
  (deps: Deps): Handler<ChangePasswordRequest, ChangePasswordResponse> =>
  async (ctx, { currentPassword, password, ip, userAgent }) => {
    const { db, prisma, clock, passwords } = deps;
    const person = await personFind(prisma, requirePerson(ctx));
    if (!person) throw notFound();
    await checkNewPassword(password, person.email);
    const checked = await checkPassword(deps, { email: person.email, password: currentPassword, ip });
    if ('$case' in checked) return { result: checked };
    const passwordHash = await passwords.hash(password);
    const session = await db.transaction(async (tx) => {
      await mailedTokenDeleteOfSubject(tx, person.id);
      const change = { id: person.id, passwordHash, currentHash: checked.passwordHash };
      if (!(await setPassword(tx, prisma, change, clock.now()))) return undefined;
      return startSession(deps, tx, { personId: person.id, passwordHash }, userAgent);
    });
    return session ? { result: { $case: 'changed', value: true }, session } : { result: WRONG_CREDENTIALS };
  };

import type { ResetPasswordRequest, ResetPasswordResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { checkNewPassword } from '../domain/password-rules.ts';
import { mailedTokenFind } from '../store/mailed-token.ts';
import { personFind } from '../store/person.ts';
import { setPassword } from '../use-cases/set-password.ts';
import { useMailedLink } from '../use-cases/use-mailed-link.ts';

/** Sets a new password with a mailed link. */
export const resetPassword =
  (deps: Deps): Handler<ResetPasswordRequest, ResetPasswordResponse> =>
  async (_ctx, { token, password }) => {
    const { db, prisma, clock, passwords } = deps;
    const id = await mailedTokenFind(prisma, token, 'password_reset', new Date(clock.now()));
    const person = id === undefined ? undefined : await personFind(prisma, id);
    if (!person) throw notFound();
    await checkNewPassword(password, person.email);
    const passwordHash = await passwords.hash(password);
    await db.transaction(async (tx) => {
      await useMailedLink(tx, person.id, token);
      await setPassword(tx, prisma, { id: person.id, passwordHash }, clock.now());
    });
    return {};
  };

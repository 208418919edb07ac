import {
  InviteTeamUserResponse,
  StoreRole,
  type InviteTeamUserRequest,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict, invalid, notFound } from '@commerce/service-kit/fault.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import { isMailAddress } from '@commerce/texts/email.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { normalizeEmail } from '../domain/email.ts';
import { INVITATION_MS } from '../domain/lifetimes.ts';
import { INVITATION } from '../domain/mails/kinds.ts';
import { invitationList, invitationReplace } from '../store/invitation.ts';
import { mailedTokenDeleteOfSubject } from '../store/mailed-token.ts';
import { membershipList } from '../store/membership.ts';
import { personFind } from '../store/person.ts';
import { rateWindowHit } from '../store/rate-window.ts';
import { storeLock } from '../store/store.ts';

/** Maximum number of members and invitations of a store together. */
const MAX_TEAM = 100;
/** Limit of the invitations that one store sends. */
const MAILS_OF_STORE = { limit: 50, windowMs: 3_600_000 };

/** Invites a person to the store. */
export const inviteTeamUser =
  (deps: Deps): Handler<InviteTeamUserRequest, InviteTeamUserResponse> =>
  async (ctx, request) => {
    const storeId = storeOf(ctx);
    const email = normalizeEmail(request.email);
    if (!isMailAddress(email)) throw invalid('email', 'Must be an email address.');
    const role = requireEnumName('role', StoreRole, request.role);
    return deps.writer.write(ctx, InviteTeamUserResponse, async (unit) => {
      const nowMs = deps.clock.now();
      await checkRoom(unit, deps, { storeId, email, nowMs });
      const inviter = await personFind(deps.prisma, requirePerson(ctx));
      if (!inviter) throw notFound();
      const [id, expiresAtMs] = [newId('inv'), nowMs + INVITATION_MS];
      const times = { createdAt: new Date(nowMs), expiresAt: new Date(expiresAtMs) };
      const replaced = await invitationReplace(unit, deps.prisma, {
        id,
        storeId,
        email,
        role,
        invitedBy: inviter.id,
        ...times,
      });
      if (replaced !== undefined) await mailedTokenDeleteOfSubject(unit, replaced);
      await enqueueMail(unit, { kind: INVITATION, recipient: id, facts: {}, createdAtMs: nowMs });
      const fields = { id, email, role: enumValue(StoreRole, role), invitedBy: inviter.name };
      return { invitation: { ...fields, createdAtMs: nowMs, expiresAtMs } };
    });
  };

/** @throws Fault `already_member`, `team_full` or `too_many_invitations` */
async function checkRoom(
  tx: Queryable,
  { limits, prisma }: Deps,
  { storeId, email, nowMs }: { storeId: string; email: string; nowMs: number },
): Promise<void> {
  await storeLock(tx, storeId);
  const team = await membershipList(tx, storeId);
  if (team.some((user) => user.email === email))
    throw conflict('already_member', 'This person is already on the team.', 'email');
  const pending = await invitationList(prisma, storeId, new Date(nowMs));
  if (team.length + pending.filter((other) => other.email !== email).length >= MAX_TEAM)
    throw conflict('team_full', `A store has at most ${MAX_TEAM} people and invitations.`);
  const mails = await rateWindowHit(limits, sha256(`invitations\n${storeId}`), nowMs, MAILS_OF_STORE);
  if (mails.hits > MAILS_OF_STORE.limit)
    throw conflict('too_many_invitations', 'Too many invitations within an hour: try again later.');
}

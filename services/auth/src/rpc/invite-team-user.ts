import { InviteTeamUserResponse, type InviteTeamUserRequest } from '@commerce/proto/commerce/auth/v1/team.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import { isMailAddress } from '@commerce/texts/email.ts';
import type { Deps } from '../deps.ts';
import { normalizeEmail } from '../domain/email.ts';
import { INVITATION_MS } from '../domain/lifetimes.ts';
import { givenRole, toldRole } from '../domain/role.ts';
import { INVITATION } from '../mails/kinds.ts';
import { personOf } from '../sessions/person-of.ts';
import { listInvitationsOfStore } from '../store/invitation-list-of-store.ts';
import { putInvitation } from '../store/invitation-put.ts';
import { deleteMailedTokens } from '../store/mailed-token-delete-of-subject.ts';
import { listTeam } from '../store/membership-list-of-store.ts';
import { findPerson } from '../store/person-find-by-id.ts';
import { hitRateWindow } from '../store/rate-window-hit.ts';
import { lockStore } from '../store/store-lock.ts';

/** Most people and invitations of a store together. */
const MAX_TEAM = 100;
/** Invitations that one store can have mailed. */
const MAILS_OF_STORE = { limit: 50, windowMs: 3_600_000 };

/** Invites somebody to the store. */
export function inviteTeamUser(deps: Deps): Handler<InviteTeamUserRequest, InviteTeamUserResponse> {
  return async (ctx, request) => {
    const storeId = storeOf(ctx);
    const email = normalizeEmail(request.email);
    if (!isMailAddress(email)) throw invalid('email', 'Must be an e-mail address.');
    const role = givenRole(request.role);
    if (role === undefined) throw invalid('role', 'Must be owner, manager, sales or stock.');
    return deps.writer.write(ctx, InviteTeamUserResponse, async (unit) => {
      const nowMs = deps.clock.now();
      await checkRoom(unit, deps.limits, storeId, email, nowMs);
      const inviter = await findPerson(unit, personOf(ctx));
      if (!inviter) throw notFound();
      const [id, expiresAtMs] = [newId('inv'), nowMs + INVITATION_MS];
      const times = { createdAt: new Date(nowMs), expiresAt: new Date(expiresAtMs) };
      const replaced = await putInvitation(unit, {
        id,
        storeId,
        email,
        role,
        invitedBy: inviter.id,
        ...times,
      });
      if (replaced !== undefined) await deleteMailedTokens(unit, replaced);
      await enqueueMail(unit, { kind: INVITATION, recipient: id, facts: {}, createdAtMs: nowMs });
      const told = { id, email, role: toldRole(role), invitedBy: inviter.name };
      return { invitation: { ...told, createdAtMs: nowMs, expiresAtMs } };
    });
  };
}

/** @throws Fault `already_member`, `team_full` or `too_many_invitations` */
async function checkRoom(
  tx: Queryable,
  limits: Queryable,
  storeId: string,
  email: string,
  nowMs: number,
): Promise<void> {
  await lockStore(tx, storeId);
  const team = await listTeam(tx, storeId);
  if (team.some((user) => user.email === email))
    throw conflict('already_member', 'This person is of the team already.', 'email');
  const invited = await listInvitationsOfStore(tx, storeId, new Date(nowMs));
  if (team.length + invited.filter((other) => other.email !== email).length >= MAX_TEAM)
    throw conflict('team_full', `A store has at most ${MAX_TEAM} people and invitations.`);
  const mails = await hitRateWindow(limits, sha256(`invitations\n${storeId}`), nowMs, MAILS_OF_STORE);
  if (mails.hits > MAILS_OF_STORE.limit)
    throw conflict('too_many_invitations', 'Too many invitations within an hour: try again later.');
}

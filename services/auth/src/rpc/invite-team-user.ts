import {
  InviteTeamUserResponse,
  type InviteTeamUserRequest,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import { isMailAddress } from '@commerce/texts/email.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { normalizeEmail } from '../domain/email.ts';
import { INVITATION_MS } from '../domain/lifetimes.ts';
import { INVITATION } from '../domain/mails/kinds.ts';
import { requireRole, toInvitation } from '../domain/team.ts';
import { mailedTokenDeleteOfSubject } from '../store/mailed-token.ts';
import { personFind } from '../store/person.ts';
import { rateWindowHit } from '../store/rate-window.ts';
import { teamOf, type Team } from '../use-cases/team-of.ts';

/** Maximum number of members and invitations of a team together. */
const MAX_TEAM = 100;
/** Limit of the invitations that one team sends. */
const MAILS_OF_TEAM = { limit: 50, windowMs: 3_600_000 };

/** Invites a person to a team. */
export const inviteTeamUser =
  (deps: Deps): Handler<InviteTeamUserRequest, InviteTeamUserResponse> =>
  async (ctx, request) => {
    const team = teamOf(deps, ctx, request.developerId);
    const email = normalizeEmail(request.email);
    if (!isMailAddress(email)) throw invalid('email', 'Must be an email address.');
    const role = requireRole(team.roles, request.role);
    return deps.writer.write(ctx, InviteTeamUserResponse, async (unit) => {
      const nowMs = deps.clock.now();
      await checkRoom(unit, deps, team, { email, nowMs });
      const inviter = await personFind(deps.prisma, requirePerson(ctx));
      if (!inviter) throw notFound();
      const times = { createdAt: new Date(nowMs), expiresAt: new Date(nowMs + INVITATION_MS) };
      const invitation = { id: newId('inv'), email, role, ...times };
      const replaced = await team.invite(unit, { ...invitation, invitedBy: inviter.id });
      if (replaced !== undefined) await mailedTokenDeleteOfSubject(unit, replaced);
      await enqueueMail(unit, {
        kind: INVITATION,
        recipient: invitation.id,
        facts: {},
        createdAtMs: nowMs,
      });
      return { invitation: toInvitation({ ...invitation, invitedBy: inviter.name }) };
    });
  };

/** @throws Fault `already_member`, `team_full` or `too_many_invitations` */
async function checkRoom(
  tx: Queryable,
  { limits }: Deps,
  team: Team,
  { email, nowMs }: { email: string; nowMs: number },
): Promise<void> {
  await team.lock(tx);
  const members = await team.members(tx);
  if (members.some((user) => user.email === email))
    throw conflict('already_member', 'This person is already on the team.', 'email');
  const pending = await team.invitations(new Date(nowMs));
  if (members.length + pending.filter((other) => other.email !== email).length >= MAX_TEAM)
    throw conflict('team_full', `A team has at most ${MAX_TEAM} people and invitations.`);
  const mails = await rateWindowHit(limits, sha256(`invitations\n${team.id}`), nowMs, MAILS_OF_TEAM);
  if (mails.hits > MAILS_OF_TEAM.limit)
    throw conflict('too_many_invitations', 'Too many invitations within an hour: try again later.');
}

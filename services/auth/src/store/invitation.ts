import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Role } from '../domain/role.ts';
import type { InvitationRecord, NewInvitation } from '../domain/team.ts';
import type { Prisma } from './prisma.ts';
import { recordFind } from './records.ts';

/** An invitation with its team, and with the person who has the email. */
export interface InvitationWithTeam extends InvitationRecord {
  /** Null for an invitation to a developer account. */
  storeId: string | null;
  /** Null for an invitation to a store. */
  developerId: string | null;
  teamName: string;
  /** Null when no account has the email. */
  personId: string | null;
  personLanguage: string | null;
  inviterLanguage: string;
}

// The holder of the link does not name the team: the invitation does.
const FIND = statement(
  'invitation-find',
  `select i.id, i.email, i.role, by.name as invited_by, i.created_at, i.expires_at, i.store_id, i.developer_id,
      i.team_name, p.id as person_id, p.language as person_language,
      by.language as inviter_language
    from (
      select i.id, i.email, i.role, i.invited_by, i.created_at, i.expires_at, i.store_id, null as developer_id,
        s.name as team_name
      from invitation i join store s on s.id = i.store_id where i.id = $1
      union all
      select i.id, i.email, i.role, i.invited_by, i.created_at, i.expires_at, null, i.developer_id, d.name
      from developer_invitation i join developer d on d.id = i.developer_id where i.id = $1) i
    join person by on by.id = i.invited_by
    left join person p on p.email = i.email
    where i.expires_at > $2`,
);

/** An invitation that is neither accepted, revoked nor expired. */
export function invitationFind(
  db: Queryable,
  id: string,
  now: Date,
): Promise<InvitationWithTeam | undefined> {
  return recordFind<InvitationWithTeam>(db, FIND, [id, now]);
}

/** Maximum number of pending invitations of a store. */
const MAX_LISTED = 100;

/** The pending invitations of a store, newest first. */
export async function invitationList(
  prisma: Prisma,
  storeId: string,
  now: Date,
): Promise<InvitationRecord[]> {
  const invitations = await prisma.forStore(storeId).invitation.findMany({
    where: { expiresAt: { gt: now } },
    include: { inviter: { select: { name: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LISTED,
  });
  return invitations.map(({ inviter, role, ...invitation }) => ({
    ...invitation,
    role: role as Role,
    invitedBy: inviter.name,
  }));
}

const DELETE_OF_EMAIL = storeStatement(
  'invitation-delete-of-email',
  'delete from invitation where store_id = $1 and email = $2 returning id',
);

/** Stores an invitation, replacing one of the same email; the store is locked. @returns the id of the replaced one */
export async function invitationReplace(
  tx: Queryable,
  prisma: Prisma,
  invitation: NewInvitation & { storeId: string },
): Promise<string | undefined> {
  const { storeId, email } = invitation;
  const [replaced] = await tx.rows<{ id: string }>(DELETE_OF_EMAIL, [storeId, email]);
  await prisma.forStore(storeId).invitation.create({ data: invitation });
  return replaced?.id;
}

/** Deletes an invitation that is accepted or revoked. @returns false when it was missing or expired */
export async function invitationDelete(
  prisma: Prisma,
  storeId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const where = { id, expiresAt: { gt: now } };
  return (await prisma.forStore(storeId).invitation.deleteMany({ where })).count > 0;
}

import type { DeveloperRole } from '../domain/role.ts';
import type { InvitationRecord, NewInvitation } from '../domain/team.ts';
import type { Prisma } from './prisma.ts';

const WITH_INVITER = { inviter: { select: { name: true } } };

/** Maximum number of pending invitations of a developer account. */
const MAX_LISTED = 100;

/** The pending invitations to a developer account, newest first. */
export async function developerInvitationList(
  { acrossStores }: Prisma,
  developerId: string,
  now: Date,
): Promise<InvitationRecord[]> {
  const invitations = await acrossStores.developerInvitation.findMany({
    where: { developerId, expiresAt: { gt: now } },
    include: WITH_INVITER,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LISTED,
  });
  return invitations.map(({ inviter, role, ...invitation }) => ({
    ...invitation,
    role: role as DeveloperRole,
    invitedBy: inviter.name,
  }));
}

/** Stores an invitation, replacing one of the same email; the developer is locked. @returns the id of the replaced one */
export async function developerInvitationReplace(
  { acrossStores }: Prisma,
  invitation: NewInvitation & { developerId: string },
): Promise<string | undefined> {
  const { developerId, email } = invitation;
  const where = { developerId, email };
  const replaced = await acrossStores.developerInvitation.findFirst({ where, select: { id: true } });
  await acrossStores.developerInvitation.deleteMany({ where });
  await acrossStores.developerInvitation.create({ data: invitation });
  return replaced?.id;
}

/** Deletes an invitation that is accepted or revoked. @returns false when it was missing or expired */
export async function developerInvitationDelete(
  { acrossStores }: Prisma,
  developerId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const where = { id, developerId, expiresAt: { gt: now } };
  return (await acrossStores.developerInvitation.deleteMany({ where })).count > 0;
}

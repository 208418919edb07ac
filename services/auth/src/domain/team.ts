import { TeamRole, type Invitation, type TeamUser } from '@commerce/proto/commerce/auth/v1/people.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { conflict, invalid } from '@commerce/service-kit/fault.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { TeamRole as RoleName } from './role.ts';

/** A member of a team. */
export interface TeamMember {
  personId: string;
  name: string;
  email: string;
  role: RoleName;
  createdAt: Date;
}

/** An invitation that has not been accepted. */
export interface InvitationRecord {
  id: string;
  email: string;
  role: RoleName;
  /** Name of the person who sent it. */
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** An invitation to send. */
export interface NewInvitation {
  id: string;
  email: string;
  role: RoleName;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The message of a team member. */
export const toTeamUser = ({ personId, name, email, role, createdAt }: TeamMember): TeamUser => ({
  personId,
  name,
  email,
  role: enumValue(TeamRole, role),
  joinedAtMs: createdAt.getTime(),
});

/** The message of an invitation. */
export const toInvitation = (invitation: InvitationRecord): Invitation => ({
  id: invitation.id,
  email: invitation.email,
  role: enumValue(TeamRole, invitation.role),
  invitedBy: invitation.invitedBy,
  createdAtMs: invitation.createdAt.getTime(),
  expiresAtMs: invitation.expiresAt.getTime(),
});

/** The name of a role that the team has. @throws Fault `invalid_request` */
export function requireRole(roles: readonly RoleName[], value: TeamRole): RoleName {
  const role = requireEnumName('role', TeamRole, value);
  if (!roles.includes(role)) throw invalid('role', `Must be one of ${roles.join(', ')}.`);
  return role;
}

/**
 * Refuses a change that would leave a team without an owner.
 * @param team every member
 * @param formerOwnerId id of the person who stops being an owner
 * @throws Fault `last_owner`
 */
export function checkOwnerRemains(team: readonly TeamMember[], formerOwnerId: string): void {
  if (team.some(({ role, personId }) => role === 'owner' && personId !== formerOwnerId)) return;
  throw conflict('last_owner', 'There is always an owner: make somebody else one first.');
}

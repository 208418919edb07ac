import { StoreRole, type Invitation, type TeamUser } from '@commerce/proto/commerce/auth/v1/people.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Role } from './role.ts';

/** A member of a store's team. */
export interface TeamMember {
  personId: string;
  name: string;
  email: string;
  role: Role;
  createdAt: Date;
}

/** An invitation that has not been accepted. */
export interface InvitationRecord {
  id: string;
  email: string;
  role: Role;
  /** Name of the person who sent it. */
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The message of a team member. */
export const toTeamUser = ({ personId, name, email, role, createdAt }: TeamMember): TeamUser => ({
  personId,
  name,
  email,
  role: enumValue(StoreRole, role),
  joinedAtMs: createdAt.getTime(),
});

/** The message of an invitation. */
export const toInvitation = (invitation: InvitationRecord): Invitation => ({
  id: invitation.id,
  email: invitation.email,
  role: enumValue(StoreRole, invitation.role),
  invitedBy: invitation.invitedBy,
  createdAtMs: invitation.createdAt.getTime(),
  expiresAtMs: invitation.expiresAt.getTime(),
});

/**
 * Refuses a change that would leave a store without an owner.
 * @param team every member of the store
 * @param formerOwnerId id of the person who stops being an owner
 * @throws Fault `last_owner`
 */
export function checkOwnerRemains(team: readonly TeamMember[], formerOwnerId: string): void {
  if (team.some(({ role, personId }) => role === 'owner' && personId !== formerOwnerId)) return;
  throw conflict('last_owner', 'A store always has an owner: make somebody else one first.');
}

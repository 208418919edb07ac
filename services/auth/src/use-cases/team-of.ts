import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import {
  DEVELOPER_ROLES,
  STORE_ROLES,
  type DeveloperRole,
  type Role,
  type TeamRole,
} from '../domain/role.ts';
import type { InvitationRecord, NewInvitation, TeamMember } from '../domain/team.ts';
import type { Deps } from '../deps.ts';
import * as developers from '../store/developer-member.ts';
import * as stores from '../store/membership.ts';
import * as storeInvitations from '../store/invitation.ts';
import * as developerInvitations from '../store/developer-invitation.ts';
import type { InvitationWithTeam } from '../store/invitation.ts';
import { storeLock } from '../store/store.ts';
import { lockActiveDeveloper } from './lock-developer.ts';

/** The team of a store, or of a developer account. */
export interface Team {
  id: string;
  roles: readonly TeamRole[];
  /** Locks the team until the commit. */
  lock(tx: Queryable): Promise<unknown>;
  /** Owners first, then by name. */
  members(db: Queryable): Promise<TeamMember[]>;
  /** An existing member keeps the role. */
  add(member: { personId: string; role: TeamRole; createdAt: Date }): Promise<void>;
  setRole(personId: string, role: TeamRole): Promise<void>;
  remove(personId: string): Promise<void>;
  /** Pending ones, newest first. */
  invitations(now: Date): Promise<InvitationRecord[]>;
  /** Stores an invitation instead of one of the same email. @returns the id of the replaced one */
  invite(tx: Queryable, invitation: NewInvitation): Promise<string | undefined>;
  /** @returns false when it was missing or expired */
  deleteInvitation(id: string, now: Date): Promise<boolean>;
}

/** The team of a developer account; without its id, of the store of the context. @throws Fault not_found */
export function teamOf(deps: Deps, ctx: Context, developerId: string): Team {
  return developerId === '' ? storeTeam(deps, storeOf(ctx)) : developerTeam(deps, developerId);
}

/** The team that an invitation is for. */
export const teamOfInvitation = (deps: Deps, { storeId, developerId }: InvitationWithTeam): Team =>
  storeId === null ? developerTeam(deps, developerId!) : storeTeam(deps, storeId);

const storeTeam = ({ prisma }: Deps, id: string): Team => ({
  id,
  roles: STORE_ROLES,
  lock: (tx) => storeLock(tx, id),
  members: (db) => stores.membershipList(db, id),
  add: (member) => stores.membershipInsert(prisma, { ...member, storeId: id, role: member.role as Role }),
  setRole: (personId, role) => stores.membershipSetRole(prisma, id, personId, role as Role),
  remove: (personId) => stores.membershipDelete(prisma, id, personId),
  invitations: (now) => storeInvitations.invitationList(prisma, id, now),
  invite: (tx, invitation) => storeInvitations.invitationReplace(tx, prisma, { ...invitation, storeId: id }),
  deleteInvitation: (invitationId, now) => storeInvitations.invitationDelete(prisma, id, invitationId, now),
});

function developerTeam({ prisma }: Deps, id: string): Team {
  if (!isId('dev', id)) throw notFound();
  return {
    id,
    roles: DEVELOPER_ROLES,
    lock: (tx) => lockActiveDeveloper(tx, id),
    members: () => developers.developerMemberList(prisma, id),
    add: (member) =>
      developers.developerMemberInsert(prisma, {
        ...member,
        developerId: id,
        role: member.role as DeveloperRole,
      }),
    setRole: (personId, role) =>
      developers.developerMemberSetRole(prisma, id, personId, role as DeveloperRole),
    remove: (personId) => developers.developerMemberDelete(prisma, id, personId),
    invitations: (now) => developerInvitations.developerInvitationList(prisma, id, now),
    invite: (_tx, invitation) =>
      developerInvitations.developerInvitationReplace(prisma, { ...invitation, developerId: id }),
    deleteInvitation: (invitationId, now) =>
      developerInvitations.developerInvitationDelete(prisma, id, invitationId, now),
  };
}

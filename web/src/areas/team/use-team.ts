import { useParams } from 'react-router';
import type { DeveloperRole, Role } from '@commerce/console-api/access.ts';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { useTexts } from '../../lib/texts.ts';
import { useIsOwner } from '../developer/use-developer.ts';

/** Role in a team. */
export type TeamRole = Role | DeveloperRole;

const STORE_ROUTES = {
  list: peopleRoutes.listTeam,
  setRole: peopleRoutes.setTeamRole,
  remove: peopleRoutes.removeTeamUser,
  invitations: peopleRoutes.listInvitations,
  invite: peopleRoutes.invite,
  revoke: peopleRoutes.revokeInvitation,
};

// They differ in the path and in the names of the roles only.
const DEVELOPER_ROUTES = {
  list: peopleRoutes.listDeveloperTeam,
  setRole: peopleRoutes.setDeveloperRole,
  remove: peopleRoutes.removeDeveloperUser,
  invitations: peopleRoutes.listDeveloperInvitations,
  invite: peopleRoutes.inviteDeveloper,
  revoke: peopleRoutes.revokeDeveloperInvitation,
} as unknown as typeof STORE_ROUTES;

/** Team of the area of the page. */
export interface Team {
  /** Selects the texts. */
  kind: 'store' | 'developer';
  routes: typeof STORE_ROUTES;
  params: { store: string };
  /** The most powerful first. */
  roles: readonly TeamRole[];
  /** The person may change the team. */
  isOwner: boolean;
}

export function useTeam(): Team {
  const { store = '', developer } = useParams();
  const isOwner = useIsOwner();
  if (developer === undefined)
    return {
      kind: 'store',
      routes: STORE_ROUTES,
      params: { store },
      roles: ['owner', 'manager', 'sales', 'stock'],
      isOwner: true,
    };
  return {
    kind: 'developer',
    routes: DEVELOPER_ROUTES,
    params: { developer } as unknown as { store: string },
    roles: ['owner', 'developer'],
    isOwner,
  };
}

/** Selectable roles. */
export function useRoles(): { value: TeamRole; label: string }[] {
  const t = useTexts('team');
  return useTeam().roles.map((value) => ({ value, label: t(`roles.${value}`) }));
}

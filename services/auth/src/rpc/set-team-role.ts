import type { SetTeamRoleRequest, SetTeamRoleResponse } from '@commerce/proto/commerce/auth/v1/team.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import type { Deps } from '../deps.ts';
import { checkOwnerRemains, givenRole, toldRole } from '../domain/role.ts';
import { listTeam } from '../store/membership-list-of-store.ts';
import { setMembershipRole } from '../store/membership-set-role.ts';
import { lockStore } from '../store/store-lock.ts';
import { teamUserOf } from './list-team.ts';

/** Gives somebody of the store another role. */
export function setTeamRole({ database }: Deps): Handler<SetTeamRoleRequest, SetTeamRoleResponse> {
  return async (ctx, { personId, role: told, expectedRole }) => {
    const storeId = storeOf(ctx);
    const role = givenRole(told);
    if (role === undefined) throw invalid('role', 'Must be owner, manager, sales or stock.');
    return database.transaction(async (tx) => {
      await lockStore(tx, storeId);
      const team = await listTeam(tx, storeId);
      const user = team.find((other) => other.person_id === personId);
      if (!user) throw notFound();
      requireVersion(expectedRole?.toString(), toldRole(user.role).toString());
      if (role !== 'owner') checkOwnerRemains(team, personId);
      await setMembershipRole(tx, storeId, personId, role);
      return { user: teamUserOf({ ...user, role }) };
    });
  };
}

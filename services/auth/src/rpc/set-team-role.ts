import type { SetTeamRoleRequest, SetTeamRoleResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import type { Deps } from '../deps.ts';
import { roleOf, storeRoleOf } from '../domain/role.ts';
import { checkOwnerRemains, toTeamUser } from '../domain/team.ts';
import { membershipList, membershipSetRole } from '../store/membership.ts';
import { storeLock } from '../store/store.ts';

/** Changes the role of a team member. */
export const setTeamRole =
  ({ db }: Deps): Handler<SetTeamRoleRequest, SetTeamRoleResponse> =>
  async (ctx, { personId, role: storeRole, expectedRole }) => {
    const storeId = storeOf(ctx);
    const role = roleOf(storeRole);
    if (role === undefined) throw invalid('role', 'Must be owner, manager, sales or stock.');
    return db.transaction(async (tx) => {
      await storeLock(tx, storeId);
      const team = await membershipList(tx, storeId);
      const user = team.find((other) => other.personId === personId);
      if (!user) throw notFound();
      requireVersion(expectedRole?.toString(), storeRoleOf(user.role).toString());
      if (role !== 'owner') checkOwnerRemains(team, personId);
      await membershipSetRole(tx, storeId, personId, role);
      return { user: toTeamUser({ ...user, role }) };
    });
  };

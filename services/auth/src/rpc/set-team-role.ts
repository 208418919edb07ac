import {
  StoreRole,
  type SetTeamRoleRequest,
  type SetTeamRoleResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import type { Deps } from '../deps.ts';
import { checkOwnerRemains, toTeamUser } from '../domain/team.ts';
import { membershipList, membershipSetRole } from '../store/membership.ts';
import { storeLock } from '../store/store.ts';

/** Changes the role of a team member. */
export const setTeamRole =
  ({ db, prisma }: Deps): Handler<SetTeamRoleRequest, SetTeamRoleResponse> =>
  async (ctx, { personId, role: storeRole, expectedRole }) => {
    const storeId = storeOf(ctx);
    const role = requireEnumName('role', StoreRole, storeRole);
    return db.transaction(async (tx) => {
      await storeLock(tx, storeId);
      const team = await membershipList(tx, storeId);
      const user = team.find((other) => other.personId === personId);
      if (!user) throw notFound();
      requireVersion(expectedRole?.toString(), enumValue(StoreRole, user.role).toString());
      if (role !== 'owner') checkOwnerRemains(team, personId);
      await membershipSetRole(prisma, storeId, personId, role);
      return { user: toTeamUser({ ...user, role }) };
    });
  };

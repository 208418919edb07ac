import type { RemoveTeamUserRequest, RemoveTeamUserResponse } from '@commerce/proto/commerce/auth/v1/team.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { checkOwnerRemains } from '../domain/role.ts';
import { deleteMembership } from '../store/membership-delete.ts';
import { listTeam } from '../store/membership-list-of-store.ts';
import { lockStore } from '../store/store-lock.ts';

/** Takes somebody out of the store. What they may is read anew for each of their requests, so it ends here. */
export function removeTeamUser({ database }: Deps): Handler<RemoveTeamUserRequest, RemoveTeamUserResponse> {
  return async (ctx, { personId }) => {
    const storeId = storeOf(ctx);
    return database.transaction(async (tx) => {
      await lockStore(tx, storeId);
      const team = await listTeam(tx, storeId);
      if (!team.some((user) => user.person_id === personId)) throw notFound();
      checkOwnerRemains(team, personId);
      await deleteMembership(tx, storeId, personId);
      return {};
    });
  };
}

import type {
  RemoveTeamUserRequest,
  RemoveTeamUserResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { checkOwnerRemains } from '../domain/team.ts';
import { membershipDelete, membershipList } from '../store/membership.ts';
import { storeLock } from '../store/store.ts';

/** Removes a member from the team. Permissions are read for each request, so they end at once. */
export const removeTeamUser =
  ({ db, prisma }: Deps): Handler<RemoveTeamUserRequest, RemoveTeamUserResponse> =>
  async (ctx, { personId }) => {
    const storeId = storeOf(ctx);
    return db.transaction(async (tx) => {
      await storeLock(tx, storeId);
      const team = await membershipList(tx, storeId);
      if (!team.some((user) => user.personId === personId)) throw notFound();
      checkOwnerRemains(team, personId);
      await membershipDelete(prisma, storeId, personId);
      return {};
    });
  };

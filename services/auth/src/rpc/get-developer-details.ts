import type {
  GetDeveloperDetailsRequest,
  GetDeveloperDetailsResponse,
} from '@commerce/proto/commerce/auth/v1/desk.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { toDeveloperStore } from '../apps/developer-store.ts';
import type { Deps } from '../deps.ts';
import { toDeveloper } from '../store/developer-columns.ts';
import { findDeveloper } from '../store/developer-find.ts';
import { listMembersOfDeveloper } from '../store/developer-member-list.ts';
import { listStoresOfDeveloper } from '../store/store-list-of-developer.ts';

/** A developer with its people and stores. */
export function getDeveloperDetails({
  database,
}: Deps): Handler<GetDeveloperDetailsRequest, GetDeveloperDetailsResponse> {
  return async (_ctx, { developerId }) => {
    const row = isId('dev', developerId) ? await findDeveloper(database, developerId) : undefined;
    if (row === undefined) throw notFound();
    const [members, stores] = await Promise.all([
      listMembersOfDeveloper(database, developerId),
      listStoresOfDeveloper(database, developerId),
    ]);
    return {
      developer: toDeveloper(row),
      members: members.map(({ person_id, name, email }) => ({ personId: person_id, name, email })),
      stores: stores.map(toDeveloperStore),
    };
  };
}

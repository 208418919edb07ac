import type {
  GetDeveloperDetailsRequest,
  GetDeveloperDetailsResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { toDeveloper, toDeveloperStore } from '../domain/developer.ts';
import { developerMemberList } from '../store/developer-member.ts';
import { developerFind } from '../store/developer.ts';
import { storeListOfDeveloper } from '../store/store.ts';

/** A developer with its members and stores. */
export const getDeveloperDetails =
  ({ db, prisma }: Deps): Handler<GetDeveloperDetailsRequest, GetDeveloperDetailsResponse> =>
  async (_ctx, { developerId }) => {
    const developer = isId('dev', developerId) ? await developerFind(prisma, developerId) : null;
    if (developer === null) throw notFound();
    const [members, stores] = await Promise.all([
      developerMemberList(prisma, developerId),
      storeListOfDeveloper(db, developerId),
    ]);
    return {
      developer: toDeveloper(developer),
      members: members.map(({ personId, name, email }) => ({ personId, name, email })),
      stores: stores.map(toDeveloperStore),
    };
  };

import type {
  ListDeveloperContactsRequest,
  ListDeveloperContactsResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { appFindOwner } from '../store/app.ts';
import { developerContactList } from '../store/developer-member.ts';

/** The members of an app's developer, as contacts. */
export const listDeveloperContacts =
  ({ prisma }: Deps): Handler<ListDeveloperContactsRequest, ListDeveloperContactsResponse> =>
  async (_ctx, { appId }) => {
    const app = await appFindOwner(prisma, appId);
    if (app === null) throw notFound();
    return { appName: app.name, contacts: await developerContactList(prisma, app.developerId) };
  };

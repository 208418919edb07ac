import type {
  ListDeveloperContactsRequest,
  ListDeveloperContactsResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { developerMemberListOfApp } from '../store/developer.ts';

/** The members of an app's developer, as contacts. */
export const listDeveloperContacts =
  ({ db }: Deps): Handler<ListDeveloperContactsRequest, ListDeveloperContactsResponse> =>
  async (_ctx, { appId }) => {
    const members = await developerMemberListOfApp(db, appId);
    if (members.length === 0) throw notFound();
    const contacts = members.flatMap(({ name, email }) => (email === null ? [] : [{ name: name!, email }]));
    return { appName: members[0]!.appName, contacts };
  };

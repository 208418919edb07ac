import type {
  ListDeveloperContactsRequest,
  ListDeveloperContactsResponse,
} from '@commerce/proto/commerce/auth/v1/installations.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { listContactsOfApp } from '../store/developer-member-list-of-app.ts';

/** Whom to write to about an app. */
export function listDeveloperContacts({
  database,
}: Deps): Handler<ListDeveloperContactsRequest, ListDeveloperContactsResponse> {
  return async (_ctx, { appId }) => {
    const rows = await listContactsOfApp(database, appId);
    if (rows.length === 0) throw notFound();
    const contacts = rows.flatMap(({ name, email }) => (email === null ? [] : [{ name: name!, email }]));
    return { appName: rows[0]!.app_name, contacts };
  };
}

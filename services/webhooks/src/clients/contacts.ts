import type {
  AppsServiceService,
  ListDeveloperContactsResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';

const TIMEOUT_MS = 5_000;

/** Finds the name of an app and the contacts of its developer; undefined when the app does not exist. */
export type FindContacts = (appId: string) => Promise<ListDeveloperContactsResponse | undefined>;

/** Finds contacts in auth. */
export function contactsClient(
  auth: Pick<ClientOf<typeof AppsServiceService>, 'listDeveloperContacts'>,
): FindContacts {
  return async (appId) => {
    try {
      return await auth.listDeveloperContacts(systemContext(appId, deadlineIn(TIMEOUT_MS)), { appId });
    } catch (error) {
      if (error instanceof Fault && error.code === 'not_found') return undefined;
      throw error;
    }
  };
}

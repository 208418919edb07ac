import type {
  InstallationsServiceService,
  ListDeveloperContactsResponse,
} from '@commerce/proto/commerce/auth/v1/installations.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';

const ASK_MS = 5_000;

/** Whom to write to about an app; undefined when there is no such app. */
export type ContactsOf = (appId: string) => Promise<ListDeveloperContactsResponse | undefined>;

/** Asks auth. */
export function askContacts(
  auth: Pick<ClientOf<typeof InstallationsServiceService>, 'listDeveloperContacts'>,
): ContactsOf {
  return async (appId) => {
    try {
      return await auth.listDeveloperContacts(systemContext(appId, Date.now() + ASK_MS), { appId });
    } catch (error) {
      if (error instanceof Fault && error.code === 'not_found') return undefined;
      throw error;
    }
  };
}

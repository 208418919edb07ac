import type {
  ListDeveloperStoresRequest,
  ListDeveloperStoresResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toDeveloperStore } from '../domain/developer.ts';
import { storeListOfDeveloper } from '../store/store.ts';

/** The test stores of a developer. */
export const listDeveloperStores =
  ({ db }: Deps): Handler<ListDeveloperStoresRequest, ListDeveloperStoresResponse> =>
  async (_ctx, { developerId }) => ({
    stores: (await storeListOfDeveloper(db, developerId)).map(toDeveloperStore),
  });

import type {
  ListDeveloperStoresRequest,
  ListDeveloperStoresResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { toDeveloperStore } from '../apps/developer-store.ts';
import type { Deps } from '../deps.ts';
import { listStoresOfDeveloper } from '../store/store-list-of-developer.ts';

/** The stores on which a developer tries its apps. */
export function listDeveloperStores({
  database,
}: Deps): Handler<ListDeveloperStoresRequest, ListDeveloperStoresResponse> {
  return async (_ctx, { developerId }) => ({
    stores: (await listStoresOfDeveloper(database, developerId)).map(toDeveloperStore),
  });
}

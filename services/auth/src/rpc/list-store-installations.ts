import type {
  ListStoreInstallationsRequest,
  ListStoreInstallationsResponse,
} from '@commerce/proto/commerce/auth/v1/installations.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { listInstallationsOfStores } from '../store/installation-list-of-stores.ts';

const MAX_STORES = 100;

/** Which apps are installed on the stores, at this moment. */
export function listStoreInstallations({
  database,
}: Deps): Handler<ListStoreInstallationsRequest, ListStoreInstallationsResponse> {
  return async (_ctx, { storeIds }) => {
    if (storeIds.length > MAX_STORES) throw invalid('store_ids', `More than ${MAX_STORES} stores.`);
    const rows = await listInstallationsOfStores(database, [...new Set(storeIds)]);
    const installations = rows.map(({ store_id, id, app_id, state, scopes, suspended }) => ({
      storeId: store_id,
      installationId: id,
      appId: app_id,
      status: state,
      scopes,
      suspended,
    }));
    return { installations };
  };
}

import {
  InstallationStatus,
  type ListStoreInstallationsRequest,
  type ListStoreInstallationsResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { installationListOfStores } from '../store/installation-read.ts';

const MAX_STORES = 100;

/** The apps that are currently installed on the stores. */
export const listStoreInstallations =
  ({ db }: Deps): Handler<ListStoreInstallationsRequest, ListStoreInstallationsResponse> =>
  async (_ctx, { storeIds }) => {
    if (storeIds.length > MAX_STORES) throw invalid('store_ids', `Must be at most ${MAX_STORES} stores.`);
    const listed = await installationListOfStores(db, [...new Set(storeIds)]);
    const installations = listed.map(({ storeId, id, appId, state, scopes, suspended }) => ({
      storeId,
      installationId: id,
      appId,
      status: enumValue(InstallationStatus, state),
      scopes,
      suspended,
    }));
    return { installations };
  };

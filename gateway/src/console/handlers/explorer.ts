import type { explorerRoutes } from '@commerce/console-api/routes/explorer.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { requireId } from '../../edge/ids.ts';
import type { HandlersOf } from '../handler.ts';

/** How long an answer is waited for, in ms: less than the console's own request may take. */
const PATIENCE_MS = 8_000;

export const explorerHandlers: HandlersOf<typeof explorerRoutes> = {
  explorer: async ({ ctx, services, apiOperations, params: { developer: developerId } }) => {
    const [{ apps }, { stores }] = await Promise.all([
      services.apps.listApps(ctx, { developerId, limit: 100, pageToken: Buffer.alloc(0) }),
      services.apps.listDeveloperStores(ctx, { developerId }),
    ]);
    return {
      apps: apps.map(({ id, fields }) => ({ id, name: fields?.name ?? id })),
      stores: stores.map(({ id, name }) => ({ id, name })),
      operations: apiOperations,
    };
  },

  explore: async ({ ctx, services, askPublicApi, params, body }) => {
    const { app, store, ...request } = body;
    // What could not be put into a header would be told as a failure of ours.
    if (!/^[ -~]*$/.test(request.idempotencyKey))
      throw invalid('idempotency_key', 'Must be printable ASCII.');
    // The token stays here: the browser is told the answer only.
    const { accessToken } = await services.apps.issueTrialToken(ctx, {
      developerId: params.developer,
      appId: requireId('app', app),
      storeId: requireId('sto', store),
    });
    const asked = { ...request, body: request.method === 'GET' ? '' : request.body, accessToken };
    return askPublicApi(asked, AbortSignal.timeout(PATIENCE_MS));
  },
};

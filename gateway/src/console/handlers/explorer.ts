import type { explorerRoutes } from '@commerce/console-api/routes/explorer.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { requireId } from '../../edge/ids.ts';
import type { HandlersOf } from '../handler.ts';

/** Timeout of a call, in ms: less than that of the console request. */
const TIMEOUT_MS = 8_000;

export const explorerHandlers: HandlersOf<typeof explorerRoutes> = {
  explorer: async ({ ctx, services, apiOperations, apiVersions, params: { developer: developerId } }) => {
    const [{ apps }, { stores }] = await Promise.all([
      services.apps.listApps(ctx, { developerId, limit: 100, pageToken: Buffer.alloc(0) }),
      services.apps.listDeveloperStores(ctx, { developerId }),
    ]);
    return {
      version: apiVersions.at(-1)!.prefix,
      apps: apps.map(({ id, fields }) => ({ id, name: fields?.name ?? id, scopes: fields?.scopes ?? [] })),
      stores: stores.map(({ id, name }) => ({ id, name })),
      operations: apiOperations,
    };
  },

  events: async ({ ctx, services, apiEvents, params: { developer: developerId } }) => {
    const { apps } = await services.apps.listApps(ctx, {
      developerId,
      limit: 100,
      pageToken: Buffer.alloc(0),
    });
    return { apps: apps.map(({ id, fields }) => ({ id, name: fields?.name ?? id })), events: apiEvents };
  },

  explore: async ({ ctx, services, callPublicApi, params, body }) => {
    const { app, store, allScopes, ...request } = body;
    // A value that cannot be a header would otherwise be answered as a server error.
    if (!/^[ -~]*$/.test(request.idempotencyKey))
      throw invalid('idempotency_key', 'Must be printable ASCII characters.');
    // The token stays here; the browser receives only the response.
    const { accessToken, installed } = await services.apps.issueTrialToken(ctx, {
      developerId: params.developer,
      appId: requireId('app', app),
      storeId: requireId('sto', store),
      install: true,
      allScopes,
    });
    const apiRequest = { ...request, body: request.method === 'GET' ? '' : request.body, accessToken };
    return { ...(await callPublicApi(apiRequest, AbortSignal.timeout(TIMEOUT_MS))), installed };
  },
};

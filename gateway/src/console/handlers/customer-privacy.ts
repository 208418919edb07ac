import type { DataRequest, Erasure } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type {
  customerRoutes,
  DataRequestState,
  ErasureState,
} from '@commerce/console-api/routes/customers.ts';
import { requireId } from '../../edge/ids.ts';
import { fileParts } from '../file-parts.ts';
import type { HandlersOf } from '../handler.ts';

type Privacy = Pick<typeof customerRoutes, 'erase' | 'requestData' | 'dataFile'>;

/** Time limit for producing a part of a file, in ms. */
const PART_TIMEOUT_MS = 20_000;

export const privacyHandlers: HandlersOf<Privacy> = {
  erase: async ({ ctx, services, params }) => {
    await services.customers.eraseCustomer(ctx, { id: requireId('cus', params.customer) });
    return {};
  },

  requestData: async ({ ctx, services, params }) => {
    const id = requireId('cus', params.customer);
    const { requestId, requestedAtMs } = await services.customers.requestCustomerData(ctx, { id });
    return { requestId, requestedAt: new Date(requestedAtMs).toISOString() };
  },

  dataFile: async ({ ctx, services, params }) => {
    const id = requireId('cus', params.customer);
    const chunks = await fileParts(ctx, PART_TIMEOUT_MS, async (own, pageToken) => {
      const request = { id, requestId: params.request, pageToken };
      const { json, nextPageToken } = await services.customers.exportCustomerData(own, request);
      return { chunk: json, nextPageToken };
    });
    return { type: 'application/json; charset=utf-8', name: `${id}.json`, chunks };
  },
};

const iso = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

/** Erasure in its console form. */
export const erasureState = (erasure: Erasure, names: Map<string, string>): ErasureState => ({
  requestedAt: new Date(erasure.requestedAtMs).toISOString(),
  requestedBy: names.get(erasure.requestedBy) ?? null,
  areas: [
    { area: 'customer', done: true },
    { area: 'orders', done: erasure.ordersDone },
    { area: 'log', done: erasure.logDone },
  ],
  redactedAt: iso(erasure.redactedAtMs),
  openOrders: erasure.openOrders,
  completedAt: iso(erasure.completedAtMs),
});

/** Data request in its console form. */
export const dataRequestState = (request: DataRequest, names: Map<string, string>): DataRequestState => ({
  id: request.requestId,
  requestedAt: new Date(request.requestedAtMs).toISOString(),
  requestedBy: names.get(request.requestedBy) ?? null,
  downloadedAt: iso(request.downloadedAtMs),
  downloadedBy: names.get(request.downloadedBy) ?? null,
});

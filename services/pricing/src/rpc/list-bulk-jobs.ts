import {
  StartBulkPriceChangeRequest,
  type ListBulkJobsRequest,
  type ListBulkJobsResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { CHANGE_PRICE_LIST, CHANGE_PRICES, toProgress } from '../domain/bulk-jobs.ts';

export const listBulkJobs =
  ({ jobs }: Deps): Handler<ListBulkJobsRequest, ListBulkJobsResponse> =>
  async (ctx, { limit, pageToken }) => {
    const size = pageSize(limit);
    const kinds = [CHANGE_PRICES, CHANGE_PRICE_LIST];
    const rows = await jobs.list(storeOf(ctx), kinds, startAfterId(pageToken), size + 1);
    const page = cutPage(rows, size, ({ id }) => [id]);
    return {
      jobs: page.rows.map(({ request, ...progress }) => ({
        jobId: progress.id,
        change: changeOf(request),
        progress: toProgress(progress),
      })),
      nextPageToken: encodePosition(page.next),
    };
  };

/** Decodes a request without its product ids, which can be thousands. */
function changeOf(request: Buffer): StartBulkPriceChangeRequest {
  const change = StartBulkPriceChangeRequest.decode(request);
  if (change.products?.$case !== 'productIds') return change;
  return { ...change, products: { $case: 'productIds', value: { ids: [] } } };
}

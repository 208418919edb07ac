import {
  StartBulkPriceChangeRequest_Target as Target,
  type ListBulkJobsResponse,
  type StartBulkPriceChangeRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumName, enumValue } from '@commerce/proto/enum.ts';
import type { PriceChangeJob } from '@commerce/console-api/routes/price-messages.ts';
import type { PriceChangeBody, priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import { required } from '../../../edge/required.ts';
import type { HandlersOf } from '../../handler.ts';
import { toJson } from '../../to-json.ts';
import { namesOf, productsOf } from '../named.ts';

type Changes = Pick<typeof priceRoutes, 'previewChange' | 'startChange' | 'changes'>;

const CHOICES = { all: 'all', categoryId: 'category', brandId: 'brand', productIds: 'products' } as const;

export const changeHandlers: HandlersOf<Changes> = {
  previewChange: async ({ ctx, services, body }) => {
    const preview = await services.pricing.previewBulkPriceChange(ctx, { change: requestOf(body) });
    const products = await productsOf(
      ctx,
      services,
      preview.examples.map(({ productId }) => productId),
    );
    const examples = preview.examples.map((example) => ({ ...example, ...namesOf(products, example) }));
    return { total: preview.total, examples };
  },

  startChange: async ({ ctx, services, body }) => {
    const { jobId, total } = await services.pricing.startBulkPriceChange(ctx, requestOf(body));
    return { id: jobId, total };
  },

  changes: async ({ ctx, services, cursor, query }) => {
    const request = { limit: query.limit, pageToken: cursor.open(query.cursor) };
    const page = await services.pricing.listBulkJobs(ctx, request);
    return { items: page.jobs.map(jobOf), nextCursor: cursor.seal(page.nextPageToken) };
  },
};

function requestOf(body: PriceChangeBody): StartBulkPriceChangeRequest {
  const { target, priceListId, products, percentBp, amountCentavos, roundingCentavos } = body;
  return {
    target: enumValue(Target, target),
    priceListId: priceListId ?? undefined,
    products: chosenOf(products),
    change:
      percentBp !== null
        ? { $case: 'percentBp', value: percentBp }
        : amountCentavos !== null
          ? { $case: 'amountCentavos', value: amountCentavos }
          : undefined,
    roundingCentavos,
  };
}

function chosenOf(products: PriceChangeBody['products']): StartBulkPriceChangeRequest['products'] {
  switch (products.by) {
    case 'all':
      return { $case: 'all', value: {} };
    case 'category':
      return { $case: 'categoryId', value: products.id };
    case 'brand':
      return { $case: 'brandId', value: products.id };
    case 'products':
      return { $case: 'productIds', value: { ids: products.ids } };
  }
}

function jobOf({ jobId, change, progress }: ListBulkJobsResponse['jobs'][number]): PriceChangeJob {
  const { target, products, change: by } = required(change);
  const { state, ...rest } = required(progress);
  return {
    id: jobId,
    target: enumName(Target, target),
    products: CHOICES[products?.$case ?? 'all'],
    percentBp: by?.$case === 'percentBp' ? by.value : null,
    amountCentavos: by?.$case === 'amountCentavos' ? by.value : null,
    progress: { ...toJson(rest), state: enumName(BulkJobState, state) },
  };
}

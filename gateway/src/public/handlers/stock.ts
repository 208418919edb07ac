import type { AdjustStockRequest } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { problem } from '@commerce/public-api/problem.ts';
import type { HandlerInput } from '@commerce/public-api/versions.ts';
import { fromRefusal } from '@commerce/service-kit/write/refusal.ts';
import type { PublicHandler } from '../call.ts';
import { readPresentation } from '../../edge/idempotency-key.ts';
import { requireIds } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';

export const listStock: PublicHandler<'listStock'> = async ({ ctx, services, cursor }, { query }) => {
  const pageToken = cursor.open(query.cursor);
  requireIds({ shop: ['shp', query.shop] });
  const page = await services.listStock(ctx, {
    shopId: query.shop,
    productId: query.product,
    limit: query.limit,
    pageToken,
  });
  return { items: page.items, nextCursor: cursor.seal(page.nextPageToken) };
};

type Adjustment = HandlerInput<'adjustStock'>['body'];

export const adjustStock: PublicHandler<'adjustStock'> = async ({ ctx, services }, { body }) => {
  requireIds({ shop: ['shp', body.shop], product: ['prd', body.product] });
  return required((await services.inventory.adjustStock(ctx, toAdjustment(body))).row);
};

export const batchAdjustStock: PublicHandler<'batchAdjustStock'> = async (
  { ctx, services, docsUrl },
  { body },
) => {
  const request = { adjustments: body.adjustments.map(toAdjustment) };
  const { outcomes } = await services.inventory.batchAdjustStock(ctx, request);
  return outcomes.map(({ outcome }) => {
    if (outcome?.$case !== 'refused') return { row: required(outcome?.value) };
    const { code, message: detail, details } = fromRefusal(outcome.value);
    const { requestId } = readPresentation(outcome.value.presentation);
    return { problem: problem({ code, detail, details, requestId, docsUrl }) };
  });
};

const toAdjustment = ({ shop, product, variant, delta, set, reason }: Adjustment): AdjustStockRequest => ({
  shopId: shop,
  productId: product,
  variantId: variant,
  delta,
  set,
  reason,
});

import type { EditPricesRequest, EditPricesResponse } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { compareAtOf } from '../domain/compare-at.ts';
import { editPrices as edit, type VariantEdit } from '../domain/price-edit.ts';
import { writePrices } from '../use-cases/write-prices.ts';

export const editPrices =
  (deps: Deps): Handler<EditPricesRequest, EditPricesResponse> =>
  (ctx, { productId, compareAt, cost, ...request }) => {
    const change = {
      ...request,
      compareAtCentavos: compareAtOf(compareAt),
      costCentavos: cost && (cost.$case === 'costCentavos' ? cost.value : null),
      variants: request.variants.map(variantEdit),
    };
    // Merchants price a draft before they publish it.
    return writePrices(deps, ctx, {
      productId,
      includeDrafts: true,
      change: (product) => edit(product, change),
    });
  };

function variantEdit({ compareAt, cost, ...named }: EditPricesRequest['variants'][number]): VariantEdit {
  return {
    ...named,
    ...(compareAt && { compareAtCentavos: compareAtOf(compareAt) }),
    ...(cost && { costCentavos: cost.$case === 'costCentavos' ? cost.value : null }),
  };
}

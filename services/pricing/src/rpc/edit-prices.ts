import { EditPricesResponse, type EditPricesRequest } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { editPrices as edit, type VariantEdit } from '../domain/price-edit.ts';
import { compareAtOf } from './compare-at.ts';
import type { Deps } from '../deps.ts';
import { writePrices } from './write-prices.ts';

export const editPrices =
  (deps: Deps): Handler<EditPricesRequest, EditPricesResponse> =>
  (ctx, { productId, compareAt, cost, ...request }) => {
    const change = {
      ...request,
      compareAtCentavos: compareAtOf(compareAt),
      costCentavos: cost && (cost.$case === 'costCentavos' ? cost.value : null),
      variants: request.variants.map(variantEdit),
    };
    // The merchant prices a draft before it is published.
    const target = { productId, includeDrafts: true };
    return writePrices(deps, ctx, EditPricesResponse, target, (product) => edit(product, change));
  };

function variantEdit({ compareAt, cost, ...named }: EditPricesRequest['variants'][number]): VariantEdit {
  return {
    ...named,
    ...(compareAt && { compareAtCentavos: compareAtOf(compareAt) }),
    ...(cost && { costCentavos: cost.$case === 'costCentavos' ? cost.value : null }),
  };
}

import type {
  FindSellableRequest,
  FindSellableResponse,
  FindSellableResponse_Match,
} from '@commerce/proto/commerce/catalog/v1/desk.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { productFindByCode, type CodeRow } from '../store/product-find-code.ts';
import { toNfc } from '@commerce/texts/nfc.ts';
import type { Deps } from '../deps.ts';

export const findSellable =
  ({ db }: Pick<Deps, 'db'>): Handler<FindSellableRequest, FindSellableResponse> =>
  async (ctx, request) => {
    const code = toNfc(request.code.trim());
    if (code === '' || code.length > BOUNDS.code)
      throw invalid('code', `Must have 1 to ${BOUNDS.code} characters.`);
    return { matches: (await productFindByCode(db, storeOf(ctx), code)).map(matchOf) };
  };

function matchOf(row: CodeRow): FindSellableResponse_Match {
  const ofVariant = row.variant_id !== null;
  return {
    productId: row.product_id,
    variantId: row.variant_id ?? undefined,
    productName: row.product_name,
    variantName: row.variant_name ?? '',
    sku: (ofVariant ? row.sku : row.product_sku) ?? undefined,
    barcode: (ofVariant ? row.barcode : row.product_barcode) ?? undefined,
    image: row.image ?? row.product_image ?? undefined,
    type: row.type,
  };
}

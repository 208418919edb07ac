import type {
  FindSellableRequest,
  FindSellableResponse,
} from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { toNfc } from '@commerce/texts/nfc.ts';
import type { Deps } from '../deps.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { productFindByCode } from '../store/product-search.ts';

export const findSellable =
  ({ db }: Pick<Deps, 'db'>): Handler<FindSellableRequest, FindSellableResponse> =>
  async (ctx, request) => {
    const code = toNfc(request.code.trim());
    if (code === '' || code.length > BOUNDS.code) throw invalid('code', lengthMessage(1, BOUNDS.code));
    return { matches: await productFindByCode(db, storeOf(ctx), code) };
  };

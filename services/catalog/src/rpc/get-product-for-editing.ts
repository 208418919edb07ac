import type {
  GetProductForEditingRequest,
  GetProductForEditingResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { productFind } from '../store/product.ts';
import type { Deps } from '../deps.ts';

export const getProductForEditing =
  ({ db }: Pick<Deps, 'db'>): Handler<GetProductForEditingRequest, GetProductForEditingResponse> =>
  async (ctx, { id }) => {
    const record = await productFind(db, storeOf(ctx), id);
    if (record === undefined) throw notFound();
    return { product: record.product, isDraft: record.draft };
  };

import type {
  DeleteProductRequest,
  DeleteProductResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { childContext, storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { ProductRecord } from '../domain/product.ts';
import { tellDeleted } from '../events/publish.ts';
import { productDelete } from '../store/product-delete.ts';
import { productFind } from '../store/product-load.ts';
import type { Deps } from '../deps.ts';

/**
 * Retires first, outside of any transaction: what inventory has promised lapses by itself, so a crash in between leaves the product
 * as it was, and a repeated call begins anew.
 */
export const deleteProduct =
  ({ db, writer, stamp, inventory }: Deps): Handler<DeleteProductRequest, DeleteProductResponse> =>
  async (ctx, { id, includeDrafts }) => {
    const storeId = storeOf(ctx);
    const isMeant = ({ draft }: ProductRecord) => includeDrafts || !draft;
    const record = await productFind(db, storeId, id);
    if (record === undefined || !isMeant(record)) throw notFound({ id: 'product' });
    await inventory.retireProduct(childContext(ctx), { productId: id, variantIds: [] });
    await writer.change(ctx, async (unit) => {
      const deleted = await productDelete(unit, storeId, id, isMeant, stamp);
      if (deleted === undefined) throw notFound({ id: 'product' });
      tellDeleted(unit, deleted);
    });
    return {};
  };

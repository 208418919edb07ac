import type {
  DeleteProductRequest,
  DeleteProductResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { childContext, storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { ProductRecord } from '../domain/product.ts';
import { publishDeleted } from '../events/publish.ts';
import { productDelete } from '../store/product-write.ts';
import { productFind } from '../store/product.ts';
import type { Deps } from '../deps.ts';

/**
 * Retires the product in inventory first, outside of any transaction. Inventory's refusal to reserve it expires by
 * itself, so a crash in between leaves the product as it was and the call can be repeated.
 */
export const deleteProduct =
  ({ db, writer, stamp, clients }: Deps): Handler<DeleteProductRequest, DeleteProductResponse> =>
  async (ctx, { id, includeDrafts }) => {
    const storeId = storeOf(ctx);
    const mayDelete = ({ draft }: ProductRecord) => includeDrafts || !draft;
    const record = await productFind(db, storeId, id);
    if (record === undefined || !mayDelete(record)) throw notFound({ id: 'product' });
    await clients.inventory.retireProduct(childContext(ctx), { productId: id, variantIds: [] });
    await writer.change(ctx, async (unit) => {
      const deleted = await productDelete(unit, storeId, id, mayDelete, stamp);
      if (deleted === undefined) throw notFound({ id: 'product' });
      publishDeleted(unit, deleted);
    });
    return {};
  };

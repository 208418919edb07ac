import type { PurgeStoreRequest, PurgeStoreResponse } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { publishDeleted } from '../events/publish.ts';
import { imageTakeOfStore } from '../store/image.ts';
import { productDelete } from '../store/product-write.ts';
import { productListSomeIds, storePurge } from '../store/purge.ts';
import { deleteImages } from '../use-cases/images/store-image.ts';
import type { Deps } from '../deps.ts';

/** Maximum products per call. */
const PRODUCTS = 50;

/** Each product is deleted in its own transaction, because its stamp locks the store's clock. */
export const purgeStore =
  (deps: Deps): Handler<PurgeStoreRequest, PurgeStoreResponse> =>
  async (ctx) => {
    const { db, writer, stamp } = deps;
    const storeId = storeOf(ctx);
    const ids = await productListSomeIds(db, storeId, PRODUCTS);
    for (const id of ids)
      await writer.change(ctx, async (unit) => {
        const deleted = await productDelete(unit, storeId, id, () => true, stamp);
        if (deleted !== undefined) publishDeleted(unit, deleted);
      });
    if (ids.length > 0) return { done: false };
    const images = await imageTakeOfStore(db, storeId);
    await deleteImages(deps, images);
    if (images.length > 0) return { done: false };
    return { done: !(await db.transaction((tx) => storePurge(tx, storeId))) };
  };

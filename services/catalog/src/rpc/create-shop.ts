import { CreateShopResponse, type CreateShopRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { Problems } from '../domain/problems.ts';
import { shopContent } from '../domain/shop.ts';
import { publishShop } from '../events/publish.ts';
import { shopInsertMany } from '../store/shop.ts';
import type { Deps } from '../deps.ts';
import { requireMessage } from '../domain/require.ts';

export const createShop =
  ({ prisma, writer, stamp }: Deps): Handler<CreateShopRequest, CreateShopResponse> =>
  (ctx, { fields }) =>
    writer.write(ctx, CreateShopResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const problems = new Problems();
      const content = shopContent(problems, requireMessage('fields', fields));
      problems.throwIfAny();
      const nowMs = (await stamp(unit, storeId)).getTime();
      const shop = { id: newId('shp'), ...content, createdAtMs: nowMs, updatedAtMs: nowMs };
      await shopInsertMany(prisma, storeId, [shop]);
      publishShop(unit, 'shop.created', shop);
      return { shop };
    });

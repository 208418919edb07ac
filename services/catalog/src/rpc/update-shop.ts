import { UpdateShopResponse, type UpdateShopRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import { Problems } from '../domain/problems.ts';
import { shopContent } from '../domain/shop.ts';
import { publishShop } from '../events/publish.ts';
import { shopLock, shopUpdate } from '../store/shop.ts';
import type { Deps } from '../deps.ts';
import { requireMessage } from '../domain/require.ts';

export const updateShop =
  ({ prisma, writer, stamp }: Deps): Handler<UpdateShopRequest, UpdateShopResponse> =>
  (ctx, { id, fields, expectedVersion }) =>
    writer.write(ctx, UpdateShopResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const problems = new Problems();
      const before = await shopLock(unit, storeId, id);
      if (before === undefined) throw notFound();
      requireVersion(expectedVersion, stampVersion(before.updatedAtMs));
      const content = shopContent(problems, requireMessage('fields', fields));
      problems.throwIfAny();
      const updatedAtMs = (await stamp(unit, storeId)).getTime();
      const shop = { id, ...content, createdAtMs: before.createdAtMs, updatedAtMs };
      await shopUpdate(prisma, storeId, shop);
      publishShop(unit, 'shop.updated', shop);
      return { shop };
    });

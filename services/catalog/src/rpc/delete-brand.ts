import { DeleteBrandResponse, type DeleteBrandRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { brandDelete } from '../store/brand.ts';
import type { Deps } from '../deps.ts';

export const deleteBrand =
  ({ prisma, writer }: Deps): Handler<DeleteBrandRequest, DeleteBrandResponse> =>
  (ctx, { id }) =>
    writer.write(ctx, DeleteBrandResponse, async (unit) => {
      const obstacle = await brandDelete(unit, prisma, storeOf(ctx), id);
      if (obstacle === 'missing') throw notFound();
      if (obstacle === 'has_products') throw conflict('in_use', 'There are products of this brand.');
      return {};
    });

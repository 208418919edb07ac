import type { GetBrandRequest, GetBrandResponse } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { brandFindById } from '../store/brand.ts';
import type { Deps } from '../deps.ts';

export const getBrand =
  ({ prisma }: Deps): Handler<GetBrandRequest, GetBrandResponse> =>
  async (ctx, request) => {
    const brand = await brandFindById(prisma, storeOf(ctx), request.id);
    if (brand === undefined) throw notFound({ id: 'brand' });
    return { brand };
  };

import type { GetCategoryRequest, GetCategoryResponse } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { categoryFindById } from '../store/category.ts';
import type { Deps } from '../deps.ts';

export const getCategory =
  ({ prisma }: Deps): Handler<GetCategoryRequest, GetCategoryResponse> =>
  async (ctx, request) => {
    const category = await categoryFindById(prisma, storeOf(ctx), request.id);
    if (category === undefined) throw notFound({ id: 'category' });
    return { category };
  };

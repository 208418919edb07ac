import {
  DeleteCategoryResponse,
  type DeleteCategoryRequest,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { categoryDelete } from '../store/category.ts';
import type { Deps } from '../deps.ts';

export const deleteCategory =
  ({ prisma, writer }: Deps): Handler<DeleteCategoryRequest, DeleteCategoryResponse> =>
  (ctx, { id }) =>
    writer.write(ctx, DeleteCategoryResponse, async (unit) => {
      const obstacle = await categoryDelete(unit, prisma, storeOf(ctx), id);
      if (obstacle === 'missing') throw notFound();
      if (obstacle === 'has_children') throw conflict('in_use', 'There are categories below this one.');
      if (obstacle === 'has_products') throw conflict('in_use', 'There are products in this category.');
      return {};
    });

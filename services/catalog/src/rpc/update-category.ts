import {
  UpdateCategoryResponse,
  type UpdateCategoryRequest,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import { moved } from '../domain/category-tree.ts';
import { labelContent } from '../domain/label.ts';
import { Problems } from '../domain/problems.ts';
import { categoryLockTree, categoryUpdate } from '../store/category.ts';
import type { Deps } from '../deps.ts';
import { requireMessage } from '../domain/require.ts';

export const updateCategory =
  ({ prisma, writer, stamp }: Deps): Handler<UpdateCategoryRequest, UpdateCategoryResponse> =>
  (ctx, request) =>
    writer.write(ctx, UpdateCategoryResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const problems = new Problems();
      const fields = requireMessage('fields', request.fields);
      const { parentId } = fields;
      const tree = await categoryLockTree(unit, storeId);
      const before = tree.find(({ id }) => id === request.id);
      if (before === undefined) throw notFound();
      requireVersion(request.expectedVersion, stampVersion(before.updatedAt.getTime()));
      const content = labelContent(problems, fields);
      const depths = moved(problems, tree, before.id, parentId);
      problems.throwIfAny();
      const { id, slug } = before;
      const updatedAtMs = (await stamp(unit, storeId)).getTime();
      const category = { id, ...content, slug, parentId, depth: depths[0]!.depth, updatedAtMs };
      await categoryUpdate(unit, prisma, storeId, category, depths);
      return { category };
    });

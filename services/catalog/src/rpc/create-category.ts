import {
  CreateCategoryResponse,
  type CreateCategoryRequest,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { depthBelow } from '../domain/category-tree.ts';
import { labelContent } from '../domain/label.ts';
import { Problems } from '../domain/problems.ts';
import { requireMessage } from '../domain/require.ts';
import { slugOf } from '../domain/slug.ts';
import { categoryInsert, categoryLockTree } from '../store/category.ts';
import { insertWithFreeSlug } from '../store/slug.ts';

export const createCategory =
  ({ prisma, writer, stamp }: Deps): Handler<CreateCategoryRequest, CreateCategoryResponse> =>
  (ctx, request) =>
    writer.write(ctx, CreateCategoryResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const problems = new Problems();
      const fields = requireMessage('fields', request.fields);
      const { parentId } = fields;
      const content = labelContent(problems, fields);
      const depth = depthBelow(problems, await categoryLockTree(unit, storeId), parentId);
      problems.throwIfAny();
      const base = slugOf(content.name, 'categoria');
      const category = { id: newId('cat'), ...content, slug: base, parentId, depth, updatedAtMs: 0 };
      await insertWithFreeSlug(unit, storeId, {
        entity: 'category',
        base,
        stamp,
        insert: (slug, updatedAtMs) =>
          categoryInsert(prisma, storeId, Object.assign(category, { slug, updatedAtMs })),
      });
      return { category };
    });

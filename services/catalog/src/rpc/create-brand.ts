import { CreateBrandResponse, type CreateBrandRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { labelContent } from '../domain/label.ts';
import { Problems } from '../domain/problems.ts';
import { requireMessage } from '../domain/require.ts';
import { slugOf } from '../domain/slug.ts';
import { brandInsert } from '../store/brand.ts';
import { insertWithFreeSlug } from '../store/slug.ts';

export const createBrand =
  ({ prisma, writer, stamp }: Deps): Handler<CreateBrandRequest, CreateBrandResponse> =>
  (ctx, { fields }) =>
    writer.write(ctx, CreateBrandResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const problems = new Problems();
      const content = labelContent(problems, requireMessage('fields', fields));
      problems.throwIfAny();
      const base = slugOf(content.name, 'marca');
      const brand = { id: newId('brd'), ...content, slug: base, updatedAtMs: 0 };
      await insertWithFreeSlug(unit, storeId, {
        entity: 'brand',
        base,
        stamp,
        insert: (slug, updatedAtMs) =>
          brandInsert(prisma, storeId, Object.assign(brand, { slug, updatedAtMs })),
      });
      return { brand };
    });

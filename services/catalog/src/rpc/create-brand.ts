import { CreateBrandResponse, type CreateBrandRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { labelContent } from '../domain/label.ts';
import { Problems } from '../domain/problems.ts';
import { slugOf } from '../domain/slug.ts';
import { brandInsert } from '../store/brand-write.ts';
import { insertWithFreeSlug } from '../store/slug.ts';
import type { Deps } from '../deps.ts';
import { requireMessage } from './require.ts';

export const createBrand =
  ({ writer, stamp }: Deps): Handler<CreateBrandRequest, CreateBrandResponse> =>
  (ctx, { fields }) =>
    writer.write(ctx, CreateBrandResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const problems = new Problems();
      const content = labelContent(problems, requireMessage('fields', fields));
      problems.throwIfAny();
      const slug = slugOf(content.name, 'marca');
      const brand = { id: newId('brd'), ...content, slug, updatedAtMs: 0 };
      await insertWithFreeSlug(
        unit,
        storeId,
        'brand',
        slug,
        async () => void (brand.updatedAtMs = (await stamp(unit, storeId)).getTime()),
        (free) => brandInsert(unit, storeId, Object.assign(brand, { slug: free })),
      );
      return { brand };
    });

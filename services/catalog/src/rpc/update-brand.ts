import { UpdateBrandResponse, type UpdateBrandRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import { labelContent } from '../domain/label.ts';
import { Problems } from '../domain/problems.ts';
import { brandLock, brandUpdate } from '../store/brand.ts';
import type { Deps } from '../deps.ts';
import { requireMessage } from '../domain/require.ts';

export const updateBrand =
  ({ prisma, writer, stamp }: Deps): Handler<UpdateBrandRequest, UpdateBrandResponse> =>
  (ctx, { id, fields, expectedVersion }) =>
    writer.write(ctx, UpdateBrandResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const problems = new Problems();
      const before = await brandLock(unit, storeId, id);
      if (before === undefined) throw notFound();
      requireVersion(expectedVersion, stampVersion(before.updatedAt.getTime()));
      const content = labelContent(problems, requireMessage('fields', fields));
      problems.throwIfAny();
      const updatedAtMs = (await stamp(unit, storeId)).getTime();
      const brand = { id, ...content, slug: before.slug, updatedAtMs };
      await brandUpdate(prisma, storeId, brand);
      return { brand };
    });

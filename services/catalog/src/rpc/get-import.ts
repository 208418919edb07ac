import type { GetImportRequest, GetImportResponse } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { importFind } from '../store/import.ts';

export const getImport =
  ({ prisma }: Pick<Deps, 'prisma'>): Handler<GetImportRequest, GetImportResponse> =>
  async (ctx, { importId }) => {
    const record = await importFind(prisma, storeOf(ctx), importId);
    if (record === undefined) throw notFound();
    return { import: record.import };
  };

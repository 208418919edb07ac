import { ImportState } from '@commerce/proto/commerce/catalog/v1/values.ts';
import {
  ConfirmImportResponse,
  StartImportResponse,
  type ConfirmImportRequest,
} from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { IMPORT_WRITE } from '../domain/bulk-kinds.ts';
import { importFind, importLock, importUpdate } from '../store/import.ts';
import { referencesLock } from '../store/references.ts';

export const confirmImport =
  ({ prisma, writer, jobs, clock }: Deps): Handler<ConfirmImportRequest, ConfirmImportResponse> =>
  (ctx, { importId, shopId }) =>
    writer.write(ctx, ConfirmImportResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const before = (await importLock(unit, storeId, importId))?.import;
      if (before === undefined) throw notFound();
      if (before.state === ImportState.RUNNING || before.state === ImportState.DONE)
        return { import: before };
      const total = before.toCreate + before.toUpdate + before.toKeep;
      if (before.state !== ImportState.PREVIEW || total === 0)
        throw conflict('not_ready', 'The import has no preview with products that can be imported.');
      await requireShop(unit, storeId, shopId);
      await importUpdate(prisma, storeId, importId, {
        state: 'running',
        shopId: shopId ?? null,
        updatedAt: new Date(clock.now()),
      });
      await jobs.start(unit, ctx, IMPORT_WRITE, StartImportResponse.encode({ importId }).finish(), total);
      return { import: (await importFind(prisma, storeId, importId))!.import };
    });

async function requireShop(unit: Unit, storeId: string, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  if (!(await referencesLock(unit, storeId, 'shop_ids', [id])).has(id))
    throw invalid('shop_id', 'The store has no such shop.');
}

import {
  ConfirmImportResponse,
  StartImportResponse,
  type ConfirmImportRequest,
} from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { IMPORT_WRITE } from '../jobs/import-write.ts';
import { importFromRow } from '../store/import-row.ts';
import { importFind, importLock, importStart } from '../store/import.ts';
import { referencedLock } from '../store/product-references.ts';
import type { Deps } from '../deps.ts';

export const confirmImport =
  ({ writer, jobs, clock }: Deps): Handler<ConfirmImportRequest, ConfirmImportResponse> =>
  (ctx, { importId, shopId }) =>
    writer.write(ctx, ConfirmImportResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const row = await importLock(unit, storeId, importId);
      if (row === undefined) throw notFound();
      if (row.state === 'running' || row.state === 'done') return { import: importFromRow(row) };
      const total = row.to_create + row.to_update + row.to_keep;
      if (row.state !== 'preview' || total === 0)
        throw conflict('not_ready', 'There is no preview with a product that can be imported.');
      await requireShop(unit, storeId, shopId);
      await importStart(unit, storeId, importId, shopId, new Date(clock.now()));
      await jobs.start(unit, ctx, IMPORT_WRITE, StartImportResponse.encode({ importId }).finish(), total);
      return { import: importFromRow((await importFind(unit, storeId, importId))!) };
    });

async function requireShop(unit: Unit, storeId: string, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  if (!(await referencedLock(unit, storeId, 'shop_ids', [id])).has(id))
    throw invalid('shop_id', 'The store has no such shop.');
}

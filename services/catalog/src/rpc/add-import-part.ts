import { ImportState } from '@commerce/proto/commerce/catalog/v1/values.ts';
import {
  StartImportResponse,
  type AddImportPartRequest,
  type AddImportPartResponse,
} from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { IMPORT_READ } from '../domain/bulk-kinds.ts';
import { importPartSave } from '../store/import-part.ts';
import { importLock, importUpdate } from '../store/import.ts';
import type { Deps } from '../deps.ts';

/** Maximum size of a file, in bytes. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Maximum size of a part, in bytes: small enough that copying it does not block other work. */
const MAX_PART_BYTES = 1024 * 1024;
const MAX_PARTS = 1_000;

export const addImportPart =
  ({ prisma, writer, jobs, clock }: Deps): Handler<AddImportPartRequest, AddImportPartResponse> =>
  (ctx, { importId, number, data, isLast }) =>
    writer.change(ctx, async (unit) => {
      const storeId = storeOf(ctx);
      if (data.length > MAX_PART_BYTES) throw invalid('data', 'Must be at most 1 MiB.');
      if (number < 0 || number >= MAX_PARTS) throw invalid('number', `Must be 0 to ${MAX_PARTS - 1}.`);
      const record = await importLock(unit, storeId, importId);
      if (record === undefined) throw notFound();
      // The file is complete already: this call is a retry.
      if (record.import.state !== ImportState.UPLOADING) return {};
      const size = await importPartSave(unit, storeId, importId, number, data);
      if (size > MAX_FILE_BYTES) throw invalid('file', 'The file is larger than 20 MiB.');
      if (!isLast) return {};
      if (size === 0) throw invalid('file', 'The file is empty.');
      await importUpdate(prisma, storeId, importId, {
        state: 'reading',
        updatedAt: new Date(clock.now()),
      });
      await jobs.start(unit, ctx, IMPORT_READ, StartImportResponse.encode({ importId }).finish(), 0);
      return {};
    });

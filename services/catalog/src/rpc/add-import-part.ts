import {
  StartImportResponse,
  type AddImportPartRequest,
  type AddImportPartResponse,
} from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { IMPORT_READ } from '../jobs/import-read.ts';
import { importPartSave } from '../store/import-part.ts';
import { importLock, importUploaded } from '../store/import.ts';
import type { Deps } from '../deps.ts';

/** Largest file of products, in bytes. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Largest part of one: what a process copies without holding up other work. */
const MAX_PART_BYTES = 1024 * 1024;
/** Most parts. */
const MAX_PARTS = 1_000;

export const addImportPart =
  ({ writer, jobs, clock }: Deps): Handler<AddImportPartRequest, AddImportPartResponse> =>
  (ctx, { importId, number, data, isLast }) =>
    writer.change(ctx, async (unit) => {
      const storeId = storeOf(ctx);
      if (data.length > MAX_PART_BYTES) throw invalid('data', 'A part has at most 1 MiB.');
      if (number < 0 || number >= MAX_PARTS) throw invalid('number', `Must be 0 to ${MAX_PARTS - 1}.`);
      const row = await importLock(unit, storeId, importId);
      if (row === undefined) throw notFound();
      // The whole file is there: the call is made a second time.
      if (row.state !== 'uploading') return {};
      const size = await importPartSave(unit, storeId, importId, number, data);
      if (size > MAX_FILE_BYTES) throw invalid('file', 'The file is larger than 20 MiB.');
      if (!isLast) return {};
      if (size === 0) throw invalid('file', 'The file is empty.');
      await importUploaded(unit, storeId, importId, new Date(clock.now()));
      await jobs.start(unit, ctx, IMPORT_READ, StartImportResponse.encode({ importId }).finish(), 0);
      return {};
    });

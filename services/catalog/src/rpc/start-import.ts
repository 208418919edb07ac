import { StartImportResponse, type StartImportRequest } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { MAX_FILE_BYTES } from '../domain/csv/text.ts';
import { Problems } from '../domain/problems.ts';
import { line } from '../domain/text.ts';
import { IMPORT_READ } from '../jobs/import-read.ts';
import { importInsert } from '../store/import.ts';
import type { ImportRpcDeps } from './deps.ts';

export const startImport =
  ({ writer, jobs, clock }: ImportRpcDeps): Handler<StartImportRequest, StartImportResponse> =>
  (ctx, request) =>
    writer.write(ctx, StartImportResponse, async (unit) => {
      const problems = new Problems();
      const fileName = line(problems, 'file_name', request.fileName, 255);
      const { file } = request;
      if (file.length === 0) problems.add('file', 'The file is empty.');
      if (file.length > MAX_FILE_BYTES) problems.add('file', 'The file is larger than 20 MiB.');
      problems.throwIfAny();
      const answer = { importId: newId('imp') };
      const now = new Date(clock.now());
      await importInsert(unit, storeOf(ctx), { id: answer.importId, fileName, file }, now);
      await jobs.start(unit, ctx, IMPORT_READ, StartImportResponse.encode(answer).finish(), 0);
      return answer;
    });

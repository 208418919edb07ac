import { StartImportResponse, type StartImportRequest } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { Problems } from '../domain/problems.ts';
import { line } from '../domain/text.ts';
import { importInsert } from '../store/import.ts';
import type { Deps } from '../deps.ts';

export const startImport =
  ({ prisma, writer, clock }: Deps): Handler<StartImportRequest, StartImportResponse> =>
  (ctx, request) =>
    writer.write(ctx, StartImportResponse, async () => {
      const problems = new Problems();
      const fileName = line(problems, 'file_name', request.fileName, 255);
      problems.throwIfAny();
      const importId = newId('imp');
      await importInsert(prisma, storeOf(ctx), importId, fileName, new Date(clock.now()));
      return { importId };
    });

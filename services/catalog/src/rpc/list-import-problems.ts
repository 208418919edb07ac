import type {
  ListImportProblemsRequest,
  ListImportProblemsResponse,
} from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { importProblem } from '../domain/import.ts';
import { importProblemList } from '../store/import-problem.ts';
import { importFind } from '../store/import.ts';

export const listImportProblems =
  ({ prisma }: Pick<Deps, 'prisma'>): Handler<ListImportProblemsRequest, ListImportProblemsResponse> =>
  async (ctx, { importId, ...request }) => {
    const storeId = storeOf(ctx);
    const limit = pageSize(request.limit);
    const after = Number(decodePosition(request.pageToken)?.[0] ?? 0);
    const rows = await importProblemList(prisma, storeId, importId, after, limit + 1);
    if (rows.length === 0 && (await importFind(prisma, storeId, importId)) === undefined) throw notFound();
    const page = cutPage(rows, limit, ({ position }) => [position]);
    return { problems: page.rows.map(importProblem), nextPageToken: encodePosition(page.next) };
  };

import type { ListImportsRequest, ListImportsResponse } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { importList } from '../store/import.ts';

/** A position before the newest import. */
const START: [number, string] = [Date.UTC(9999, 0), ''];

export const listImports =
  ({ prisma }: Pick<Deps, 'prisma'>): Handler<ListImportsRequest, ListImportsResponse> =>
  async (ctx, request) => {
    const limit = pageSize(request.limit);
    const [atMs, id] = (decodePosition(request.pageToken) as [number, string] | undefined) ?? START;
    const records = await importList(prisma, storeOf(ctx), [new Date(atMs), id], limit + 1);
    const imports = records.map((record) => record.import);
    const page = cutPage(imports, limit, (row) => [row.startedAtMs, row.id]);
    return { imports: page.rows, nextPageToken: encodePosition(page.next) };
  };

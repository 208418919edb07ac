import type { ListImportsRequest, ListImportsResponse } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import { importFromRow } from '../store/import-row.ts';
import { importList } from '../store/import.ts';
import type { Deps } from '../deps.ts';

/** After the newest import. */
const NEWEST: [number, string] = [Date.UTC(9999, 0), ''];

export const listImports =
  ({ db }: Pick<Deps, 'db'>): Handler<ListImportsRequest, ListImportsResponse> =>
  async (ctx, request) => {
    const limit = pageSize(request.limit);
    const [atMs, id] = (decodePosition(request.pageToken) as [number, string] | undefined) ?? NEWEST;
    const rows = await importList(db, storeOf(ctx), [new Date(atMs), id], limit + 1);
    const page = cutPage(rows, limit, (row) => [row.started_at.getTime(), row.id]);
    return { imports: page.rows.map(importFromRow), nextPageToken: encodePosition(page.next) };
  };

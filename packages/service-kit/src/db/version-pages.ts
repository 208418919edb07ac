import type { VersionPage, VersionPageRequest } from '@commerce/proto/commerce/common/v1/resource.ts';
import { encodePosition, pageSize, startAfterUpdate } from '../page-token.ts';
import type { Database } from './database.ts';
import { storeStatement, type StoreStatement } from './statement.ts';

/** Reads the versions of several pages of a store: made by `versionStatement`. */
type Row = [resources: number, versions: string | null];

/**
 * Statement that lists versions of a store's resources in the order (updated_at, id), for `listVersions`. It reads only the index of the
 * list.
 * @param rows the table and its condition, such as `product where store_id = $1 and not is_draft`
 */
export const versionStatement = (
  name: string,
  rows: `${string} where store_id = $1${string}`,
): StoreStatement =>
  storeStatement(
    name,
    `select v.resources, v.versions
   from unnest($2::timestamptz[], $3::text[], $4::int[]) with ordinality as p (after_time, after_id, size, position)
   cross join lateral (
     select count(*)::int as resources, string_agg(r.id || ',' || (extract(epoch from r.updated_at) * 1000)::bigint, ';') as versions
     from (
       select id, updated_at from ${rows} and (updated_at, id) > (p.after_time, p.after_id)
       order by updated_at, id limit p.size
     ) r
   ) v
   order by p.position`,
  );

/** Lists the versions of pages, with one query for each store. @returns the pages in the order of the request */
export async function listVersions(
  db: Database,
  statement: StoreStatement,
  requests: VersionPageRequest[],
): Promise<VersionPage[]> {
  const pages: VersionPage[] = [];
  const byStore = Map.groupBy(requests.entries(), ([, { storeId }]) => storeId);
  await Promise.all(
    Array.from(byStore, async ([storeId, entries]) => {
      const starts = entries.map(([, page]) => startAfterUpdate(page.pageToken, page.updatedSinceMs));
      const sizes = entries.map(([, { limit }]) => pageSize(limit));
      const rows = await db.arrays<Row>(statement, [
        storeId,
        starts.map(([updatedAt]) => updatedAt),
        starts.map(([, id]) => id),
        sizes.map((size) => size + 1),
      ]);
      for (const [n, [resources, versions]] of rows.entries())
        pages[entries[n]![0]] = pageOf(versions ?? '', resources > sizes[n]!);
    }),
  );
  return pages;
}

/** Cuts the extra resource that shows that another page exists. */
function pageOf(versions: string, hasMore: boolean): VersionPage {
  if (!hasMore) return { versions, nextPageToken: encodePosition(undefined) };
  const kept = versions.slice(0, versions.lastIndexOf(';'));
  const [id, updatedAtMs] = kept.slice(kept.lastIndexOf(';') + 1).split(',') as [string, string];
  return { versions: kept, nextPageToken: encodePosition([Number(updatedAtMs), id]) };
}

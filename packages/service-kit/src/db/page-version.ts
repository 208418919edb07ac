import type { Database } from './database.ts';
import { statement, type Statement } from './statement.ts';

/**
 * SQL expression for the version of a store's pages, which every commit that may change one advances (`advance_page_version`). In a
 * statement that reads a page it belongs to the same snapshot.
 * @param store SQL expression for the store
 * @param encoding number of the message of a row; another one after every change of the message, so that pages of an older program
 *   have another version
 */
export const pageVersion = (store: string, encoding: number): string =>
  `'${encoding},' || coalesce((select version from page_version where store_id = ${store}), '')`;

/**
 * Statement for `getPageVersions`.
 * @param version SQL expression for the version of the pages of `s.store_id`; further parameters begin with $2
 */
export const pageVersionsStatement = (name: string, version: string): Statement =>
  statement(
    name,
    `select ${version} from unnest($1::text[]) with ordinality as s (store_id, position) order by s.position`,
  );

/** Reads the versions of the pages of stores, in their order. */
export async function getPageVersions(
  db: Database,
  versions: Statement,
  storeIds: string[],
  parameters: unknown[] = [],
): Promise<string[]> {
  const rows = await db.arrays<[version: string]>(versions, [storeIds, ...parameters]);
  return rows.map(([version]) => version);
}

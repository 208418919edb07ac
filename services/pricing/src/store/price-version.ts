import type { Database } from '@commerce/service-kit/db/database.ts';
import {
  getPageVersions,
  pageVersion,
  pageVersionsStatement,
} from '@commerce/service-kit/db/page-version.ts';

/** Number of the message of a resolved price. */
const ENCODING = 1;

/**
 * SQL expression for the version of a store's price pages: that of what is stored, and the latest instant at which a promotion began or
 * ended.
 * @param store SQL expression for the store
 * @param at SQL expression for the instant
 */
export const priceVersion = (
  store: string,
  at: string,
): string => `${pageVersion(store, ENCODING)} || ',' || coalesce(extract(epoch from greatest(
  (select max(starts_at) from promotion where store_id = ${store} and starts_at <= ${at}),
  (select max(ends_at) from promotion where store_id = ${store} and ends_at <= ${at})
))::text, '')`;

const GET_VERSIONS = pageVersionsStatement(
  'page_version-batch-by_store',
  priceVersion('s.store_id', '$2::timestamptz'),
);

/** Gets the versions of the price pages of stores at an instant, in their order. */
export const priceVersions = (db: Database, storeIds: string[], atMs: number): Promise<string[]> =>
  getPageVersions(db, GET_VERSIONS, storeIds, [new Date(atMs)]);

import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** When an installation asked last. */
export interface LastRequest {
  installation_id: string;
  refreshed_ms: number;
}

const PAGE = 1_000;

const LIST = {
  name: 'rate-bucket-list',
  text: `select installation_id, refreshed_ms from rate_bucket
    where installation_id > $1 order by installation_id limit ${PAGE}`,
};
const FIND = {
  name: 'rate-bucket-find-many',
  text: 'select installation_id, refreshed_ms from rate_bucket where installation_id = any($1)',
};

/** The last requests of all installations with a bucket, a page at a time, in the order of their ids. */
export async function* listLastRequests(limits: Queryable): AsyncGenerator<LastRequest[]> {
  for (let after = '', full = true; full;) {
    const page = await limits.rows<LastRequest>(LIST, [after]);
    full = page.length === PAGE;
    if (page.length > 0) yield page;
    after = page.at(-1)?.installation_id ?? '';
  }
}

/** The last requests of some installations, in ms, by id. */
export async function findLastRequests(
  limits: Queryable,
  installationIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await limits.rows<LastRequest>(FIND, [installationIds]);
  return new Map(rows.map((row) => [row.installation_id, row.refreshed_ms]));
}

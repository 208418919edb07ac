import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';

/** Number of rows of a day; days without any are left out. */
export interface DayCount {
  /** Days since the first. */
  day: number;
  count: number;
}

const DAY = (column: string) => `floor(extract(epoch from ${column} - $1) / 86400)::int`;

/** Stores by the day of their creation. */
export const STORE_COUNT_BY_DAY = statement(
  'store-count-by-day',
  `select ${DAY('created_at')} as day, count(*)::int as count from store
    where created_at >= $1 and created_at < $2 group by 1`,
);

/** Installations by the day of their creation. */
export const INSTALLATION_COUNT_BY_DAY = statement(
  'installation-count-by-day',
  `select ${DAY('installed_at')} as day, count(*)::int as count from installation
    where installed_at >= $1 and installed_at < $2 group by 1`,
);

/** Counts the stores created in [from, to) by day. */
export const storeCountByDay = (db: Queryable, from: Date, to: Date): Promise<DayCount[]> =>
  db.rows<DayCount>(STORE_COUNT_BY_DAY, [from, to]);

/** Counts the installations created in [from, to) by day. */
export const installationCountByDay = (db: Queryable, from: Date, to: Date): Promise<DayCount[]> =>
  db.rows<DayCount>(INSTALLATION_COUNT_BY_DAY, [from, to]);

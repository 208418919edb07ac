import type pg from 'pg';

/** Handler that returns the response body from a database. */
export type Answer = (pool: pg.Pool, storeId: string, url: URL) => Promise<string>;

/** SQL expression of a timestamp in the API's format; cheaper than a Date in JavaScript. */
export const time = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL expression of an amount in the API's format. */
export const pesos = (column: string): string => `${column}::float8 / 100`;

/** Start of a page in the order (updated_at, id): the beginning, or after an item. */
export const afterUpdate = ({ searchParams }: URL): [updatedAt: string, id: string] => [
  searchParams.get('updated_at') ?? '-infinity',
  searchParams.get('id') ?? '',
];

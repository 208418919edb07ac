import type pg from 'pg';

/** Answers a request from a database with the body of the answer. */
export type Answer = (pool: pg.Pool, storeId: string, url: URL) => Promise<string>;

/** The expression of a time as the API writes it; cheaper than a Date of it in JavaScript. */
export const time = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The expression of an amount as the API writes it. */
export const pesos = (column: string): string => `${column}::float8 / 100`;

/** Where a page in the order (updated_at, id) begins: at the beginning, or after an item. */
export const afterUpdate = ({ searchParams }: URL): [updatedAt: string, id: string] => [
  searchParams.get('updated_at') ?? '-infinity',
  searchParams.get('id') ?? '',
];

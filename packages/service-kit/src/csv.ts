import { stringify } from 'csv-stringify/sync';

/** Beginning of a file, which marks it as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Writes rows as CSV (RFC 4180). Cells with line breaks, tabs or semicolons are quoted too: spreadsheets set to Spanish separate cells by
 * semicolons.
 */
export const csvOf = (rows: string[][]): string =>
  stringify(rows, { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ });

/**
 * Replacer for `JSON.stringify` that makes strings storable: PostgreSQL accepts neither NUL nor lone surrogates in
 * JSON.
 */
export const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;

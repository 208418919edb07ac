/** Makes texts of a file storable in JSON: PostgreSQL takes neither NUL nor half a surrogate pair. For `JSON.stringify`. */
export const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;

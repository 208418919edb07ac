type SnakeCase<S extends string> = S extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : S;

/** A value as a statement returns it: an int8 is a number, while Prisma makes a bigint of it. */
type Value<V> = V extends bigint ? number : V;

/** A row of a Prisma model as a statement returns it, with the names of its fields. */
export type Fields<T> = { [Field in keyof T]: Value<T[Field]> };

/** A row of a Prisma model as a statement returns it. */
export type Columns<T> = { [Field in keyof T as SnakeCase<Field & string>]: Value<T[Field]> };

const fields = new Map<string, string>();
const columns = new Map<string, string>();

/** A row of a statement with the names of its fields as Prisma has them: `store_id` is `storeId`. */
export function fromColumns<T>(row: Columns<T>): Fields<T> {
  const result: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    let field = fields.get(column);
    if (field === undefined) {
      field = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      fields.set(column, field);
    }
    result[field] = value;
  }
  return result as Fields<T>;
}

function columnOf(field: string): string {
  let column = columns.get(field);
  if (column === undefined) {
    column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columns.set(field, column);
  }
  return column;
}

/**
 * The columns of a Prisma model, by its generated enum of fields, for a statement that reads or writes whole rows. A statement
 * names its columns, so that a migration that adds one changes neither its result nor what it inserts (docs/adr/0016).
 */
export function columnList(model: Readonly<Record<string, string>>, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Object.values(model)
    .map((field) => prefix + columnOf(field))
    .join(', ');
}

/** A row with the names of its columns, for `json_populate_recordset`; bytes as PostgreSQL reads them in JSON. */
export function toColumns(row: object): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    result[columnOf(field)] =
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
  }
  return result;
}

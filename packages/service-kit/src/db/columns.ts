type SnakeCase<S extends string> = S extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : S;

/** A row as a statement returns it: the names of its columns instead of Prisma's names of its fields. */
export type Columns<T> = { [Field in keyof T as SnakeCase<Field & string>]: T[Field] };

const fields = new Map<string, string>();
const columns = new Map<string, string>();

/** A row of a statement with the names of its fields as Prisma has them: `store_id` is `storeId`. */
export function fromColumns<T>(row: Columns<T>): T {
  const result: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    let field = fields.get(column);
    if (field === undefined) {
      field = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      fields.set(column, field);
    }
    result[field] = value;
  }
  return result as T;
}

/** A row with the names of its columns, for `json_populate_recordset`; bytes as PostgreSQL reads them in JSON. */
export function toColumns(row: object): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    let column = columns.get(field);
    if (column === undefined) {
      column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      columns.set(field, column);
    }
    result[column] = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
  }
  return result;
}

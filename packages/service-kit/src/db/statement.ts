/** A prepared statement, planned once per connection and named `entity-operation-qualifier`. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement whose first parameter is the store. */
export interface StoreStatement extends Statement {
  readonly scope: 'store';
}

type BoundToStore<T extends string> = T extends `${string}store_id = $1${string}` ? T : never;

/** A statement over the rows of one store; without `store_id = $1` in its text it does not compile. */
export function storeStatement<const T extends string>(name: string, text: BoundToStore<T>): StoreStatement {
  const statement = { name, text, scope: 'store' } as const;
  storeStatements.set(name, statement);
  return statement;
}

/** The store statements of all loaded modules, by name; for tests that check each of them. */
export const storeStatements = new Map<string, StoreStatement>();

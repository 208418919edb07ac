/** A prepared statement, planned once per connection and named `entity-operation-qualifier`. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement whose first parameter is the store. */
export interface StoreStatement extends Statement {
  readonly scope: 'store';
}

/** The statements of all loaded modules; for tests that check each of them. */
export const statements = new Set<Statement>();

const kept = <S extends Statement>(created: S): S => {
  statements.add(created);
  return created;
};

/** A statement over rows of no store or of several. */
export const statement = (name: string, text: string): Statement => kept({ name, text });

type BoundToStore<T extends string> = T extends `${string}store_id = $1${string}` ? T : never;

/** A statement over the rows of one store; without `store_id = $1` in its text it does not compile. */
export const storeStatement = <const T extends string>(name: string, text: BoundToStore<T>): StoreStatement =>
  kept({ name, text, scope: 'store' });

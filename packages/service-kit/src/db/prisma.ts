import type { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { remainingMs } from '../deadline.ts';
import type { Database } from './database.ts';

/** The connection of a transaction, as long as it runs. */
export interface RunningTransaction {
  client: pg.PoolClient | undefined;
}

/**
 * The pool that Prisma's adapter works with: its queries run in the transaction of the database that runs around them, else on a
 * connection of the database's pool. A transaction that Prisma itself begins there is a savepoint.
 */
export class TransactionPool extends pg.Pool {
  readonly #pool: pg.Pool;
  readonly #running: AsyncLocalStorage<RunningTransaction>;

  constructor(pool: pg.Pool, running: AsyncLocalStorage<RunningTransaction>) {
    super(pool.options);
    this.#pool = pool;
    this.#running = running;
  }

  // eslint-disable-next-line typescript/no-explicit-any -- the overloads of pg.Pool.query cannot be written in an override
  override query(config: any, values?: any): any {
    const client = this.#running.getStore()?.client;
    if (client === undefined) return this.#pool.query(config, values);
    remainingMs();
    return client.query(config, values);
  }

  // eslint-disable-next-line typescript/no-explicit-any -- likewise
  override async connect(): Promise<any> {
    const client = this.#running.getStore()?.client;
    return client === undefined ? this.#pool.connect() : savepointClient(client);
  }
}

const SAVEPOINT: Record<string, string> = {
  BEGIN: 'SAVEPOINT prisma',
  COMMIT: 'RELEASE SAVEPOINT prisma',
  ROLLBACK: 'ROLLBACK TO SAVEPOINT prisma',
};

/** A connection whose transactions are savepoints of the one that it is in, and which stays with it when it is released. */
const savepointClient = (client: pg.PoolClient): pg.PoolClient =>
  new Proxy(client, {
    get(target, property) {
      if (property === 'release') return () => undefined;
      if (property === 'query')
        return (config: pg.QueryConfig, values?: unknown[]) =>
          target.query({ ...config, text: SAVEPOINT[config.text] ?? config.text }, values);
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/** Prepared statements per connection: texts beyond these, such as those of lists of every length, are planned at each call. */
const MAX_STATEMENTS = 500;

/** Prisma's adapter for a database. Each text of a query is prepared once per connection, unless a pooler is between. */
function prismaAdapter(db: Database): PrismaPg {
  const names = new Map<string, string>();
  return new PrismaPg(db.transactionPool, {
    statementNameGenerator({ sql }) {
      let name = names.get(sql);
      if (name === undefined && db.preparesStatements && names.size < MAX_STATEMENTS)
        names.set(sql, (name = `prisma-${names.size}`));
      // Without a name the statement is not kept.
      return name ?? '';
    },
  });
}

/**
 * Calls of a model: Prisma's own but `findUnique`, which Prisma joins with others of the same moment, in whose transaction it would run.
 * `fields` is no call, so it could not wait for the client.
 */
type Model<D> = Omit<D, 'findUnique' | 'findUniqueOrThrow' | 'fields'>;

/** The models of a generated client. */
export type Models<C> = { [M in keyof C as M extends `$${string}` | symbol ? never : M]: Model<C[M]> };

/** A generated Prisma client, whose calls say of which store they are. They join the transaction that runs around them. */
export interface StorePrisma<C> {
  /** The models with every `where` and every created row bound to the store: rows of another store are neither found nor written. */
  forStore(storeId: string): Models<C>;
  /** The models without a store: for what belongs to none and for jobs over all of them. */
  acrossStores: Models<C>;
}

/** Arguments of a call that the store is added to. */
interface Args {
  where?: object;
  data?: object | object[];
  create?: object;
}

type Call = (args?: Args) => Promise<unknown>;

/** A client's calls, by model and operation. */
type Calls = Record<string, Record<string, Call>>;

/** The calls of each database's client. */
const clients = new WeakMap<Database, Promise<Calls>>();

interface Connectable {
  $connect: () => Promise<void>;
}

type ClientClass<C> = new (options: { adapter: PrismaPg }) => C;

/** Makes a client. Loading the query compiler and the first query each take up to 0.1 s of CPU: other work runs in between. */
async function connect<C extends Connectable>(db: Database, Client: ClientClass<C>): Promise<Calls> {
  const client = new Client({ adapter: prismaAdapter(db) });
  await client.$connect();
  // An immediate would run before what has arrived at the process.
  await sleep(1);
  return client as unknown as Calls;
}

/** A generated Prisma client over the connections of a database. It takes some MiB, so it is made by the first call, once per database. */
export function openStorePrisma<C extends Connectable>(db: Database, Client: ClientClass<C>): StorePrisma<C> {
  const client = (): Promise<Calls> => {
    let known = clients.get(db);
    if (known === undefined) {
      known = connect(db, Client);
      clients.set(db, known);
      // The next call tries again.
      known.catch(() => clients.delete(db));
    }
    return known;
  };
  /** The models, with each call's arguments changed. */
  const models = (change: (operation: string, args: Args | undefined) => Args | undefined): Models<C> =>
    proxyOf((model) =>
      proxyOf((operation) => async (args?: Args) => {
        const calls = (await client())[model]!;
        return calls[operation]!(change(operation, args));
      }),
    ) as Models<C>;
  return {
    acrossStores: models((_, args) => args),
    forStore: (storeId) => models((operation, args) => bound(operation, storeId, args)),
  };
}

/** An object whose properties are made when they are read. */
const proxyOf = (make: (name: string) => unknown): object =>
  new Proxy({}, { get: (_, name: string) => make(name) });

const withStore = <T extends object>(row: T, storeId: string) => ({ ...row, storeId });

function bound(operation: string, storeId: string, args: Args = {}): Args {
  const { where, data, create, ...rest } = args;
  const result: Args = rest;
  if (operation.startsWith('create')) {
    result.data = Array.isArray(data)
      ? data.map((row: object) => withStore(row, storeId))
      : withStore(data ?? {}, storeId);
    return result;
  }
  if (data !== undefined) result.data = data;
  if (create !== undefined) result.create = withStore(create, storeId);
  result.where = withStore(where ?? {}, storeId);
  return result;
}

import type { Database, Queryable } from './database.ts';
import type { Encoding } from './encoded-rows.ts';
import type { StoreStatement } from './statement.ts';

/** Storage of the encoded messages of a kind of resource. */
export interface StoredMessages {
  current: number;
  read: Encoding['read'];
  /** Encodes the resource from its columns and locks its row; undefined when the store has none with that id. */
  encodeLocked: (tx: Queryable, storeId: string, id: string) => Promise<Uint8Array | undefined>;
  /** Sets only message ($3) and encoding ($4) of the row with that store and id ($1, $2). */
  store: StoreStatement;
}

/** Encoding of stored messages that rebuilds those of an older program on first read. */
export function storedEncoding(
  db: Database,
  { current, read, encodeLocked, store }: StoredMessages,
): Encoding {
  return {
    current,
    read,
    rebuild: (storeId, id) =>
      db.transaction(async (tx) => {
        const message = await encodeLocked(tx, storeId, id);
        if (message === undefined) return new Uint8Array(0);
        await tx.rows(store, [storeId, id, Buffer.from(message), current]);
        return message;
      }),
  };
}

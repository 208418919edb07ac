import type { Database, Queryable } from './database.ts';
import type { Encoding } from './encoded-rows.ts';
import type { StoreStatement } from './statement.ts';

/** How the messages of a kind of resource are stored. */
export interface StoredMessages {
  current: number;
  read: Encoding['read'];
  /** The message from the resource's columns, its row locked; undefined when the store has none of that id. */
  encodeLocked: (tx: Queryable, storeId: string, id: string) => Promise<Uint8Array | undefined>;
  /** Sets message ($3) and encoding ($4) of the row of that store and id ($1, $2), and nothing else. */
  store: StoreStatement;
}

/** The encoding of stored messages: one that an older program wrote is rebuilt when it is first read. */
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

import { Database } from '@commerce/service-kit/db/database.ts';

/** Runs the work on a database and closes it in any case. */
export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const relaxed = new URL(url);
  // Data lost in a crash of the server is loaded again: a partial load starts over.
  relaxed.searchParams.set('options', '-c synchronous_commit=off');
  const db = new Database(relaxed.href, 2);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

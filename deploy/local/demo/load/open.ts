import { Database } from '@commerce/service-kit/db/database.ts';

/** Runs the work on a database and closes it whatever comes. */
export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const relaxed = new URL(url);
  // What a crash of the server loses is loaded again with the rest: a half-loaded demo is begun anew.
  relaxed.searchParams.set('options', '-c synchronous_commit=off');
  const db = new Database(relaxed.href, 2);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

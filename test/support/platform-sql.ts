import { Database } from '@commerce/service-kit/db/database.ts';
import { platform } from './platform.ts';

/** Runs one statement on a database of the platform, for what no API offers. @param name as in `databaseUrls` */
export async function platformSql<Row extends object>(
  name: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const database = new Database(platform().databaseUrls[name]!, 1);
  try {
    return (await database.pool.query<Row>(text, values)).rows;
  } finally {
    await database.close();
  }
}

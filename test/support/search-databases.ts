import pg from 'pg';
import { platform } from './platform.ts';

const COLUMNS = `select c.oid::regclass::text as "table", a.attname as name, a.atttypid = 'bytea'::regtype as bytes
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'archive')) and a.attnum > 0 and not a.attisdropped`;

interface Column {
  table: string;
  name: string;
  bytes: boolean;
}

/**
 * Searches every column of every table of every service for strings, including in encoded messages.
 * @returns `database.table: row` for each match; the row is its `id`, or its text representation
 */
export async function searchDatabases(texts: string[]): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(platform().databaseUrls).map(([database, url]) => searchDatabase(database, url, texts)),
  );
  return found.flat();
}

async function searchDatabase(database: string, url: string, texts: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // A failed test may have stopped the server.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Behind a pooler, the role has a limit, which the search of large tables exceeds.
    await client.query('set statement_timeout = 0');
    const found: string[] = [];
    const { rows } = await client.query<Column>(COLUMNS);
    for (const [table, columns] of Map.groupBy(rows, (column) => column.table)) {
      const conditions = columns.map(({ name, bytes }) =>
        bytes
          ? `exists (select from unnest($1::text[]) s where position(convert_to(s, 'UTF8') in ${client.escapeIdentifier(name)}) > 0)`
          : `${client.escapeIdentifier(name)}::text ilike any($2)`,
      );
      const row = columns.some(({ name }) => name === 'id') ? 'id::text' : 'left(t::text, 300)';
      const hits = await client.query<{ row: string }>(
        `select ${row} as row from ${table} t where $1::text[] is not null and $2::text[] is not null and (${conditions.join(' or ')})`,
        [texts, texts.map((text) => `%${text}%`)],
      );
      found.push(...hits.rows.map((hit) => `${database}.${table}: ${hit.row}`));
    }
    return found;
  } finally {
    await client.end();
  }
}

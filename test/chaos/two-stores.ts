import pg from 'pg';
import { platform } from '../support/platform.ts';

/** Services whose transactions write rows of one store only. In auth and webhooks some belong to an app. */
const SERVICES = ['catalog', 'pricing', 'inventory', 'orders', 'customers'];

/** Tables that jobs clear for all stores at once. */
const CLEARED = ['idempotency_record', 'inbox', 'outbox'];

/** A trigger that records a transaction that writes rows of a second store. */
const WATCH = `
  create table chaos_two_stores (service_table text not null, one text not null, other text not null);
  create function chaos_watch() returns trigger language plpgsql as $$
  declare
    current text := case when tg_op = 'DELETE' then old.store_id else new.store_id end;
    before text := coalesce(current_setting('chaos.store', true), '');
  begin
    if before not in ('', current) then
      insert into chaos_two_stores values (tg_table_name, before, current);
    end if;
    perform set_config('chaos.store', current, true);
    return null;
  end $$`;

const TABLES = `
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

async function inEach<T>(work: (client: pg.Client, service: string) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const service of SERVICES) {
    const client = new pg.Client({ connectionString: platform().databaseUrls[service]! });
    await client.connect();
    try {
      results.push(await work(client, service));
    } finally {
      await client.end();
    }
  }
  return results;
}

/** Has PostgreSQL watch all writes from now on. */
export async function watchTwoStores(): Promise<void> {
  await inEach(async (client) => {
    await client.query(WATCH);
    const { rows } = await client.query<{ name: string }>(TABLES);
    for (const { name } of rows) {
      const operations = CLEARED.includes(name) ? 'insert or update' : 'insert or update or delete';
      await client.query(
        `create trigger chaos_watch after ${operations} on ${client.escapeIdentifier(name)} for each row execute function chaos_watch()`,
      );
    }
  });
}

/** Tables that a transaction over two stores wrote. */
export const twoStores = async (): Promise<string[]> =>
  (
    await inEach(async (client, service) => {
      const { rows } = await client.query<{ name: string }>(
        'select distinct service_table as name from chaos_two_stores',
      );
      return rows.map(({ name }) => `${service}.${name}`);
    })
  ).flat();

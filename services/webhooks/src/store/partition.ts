import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import { dayAfter } from '../domain/day.ts';

/** The tables that are partitioned by day. */
const TABLES = ['event', 'feed_entry', 'unsent_event', 'attempt'] as const;
/** Advisory lock of the process that creates or drops partitions. */
const LOCK = 7_401_884;

const nameOf = (table: string, day: string): string => `${table}_${day.replaceAll('-', '_')}`;

/** Creates the missing partitions of a day. @param day in the format of `dayOf` */
export async function partitionCreateMany(db: Database, day: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.command(`select pg_advisory_xact_lock(${LOCK})`);
    for (const table of TABLES) await create(tx, table, day);
  });
}

async function create(
  tx: { command(text: string): Promise<void> },
  table: string,
  day: string,
): Promise<void> {
  const name = nameOf(table, day);
  // Attached afterwards, because creating it as a partition would wait for every reader of the table.
  await tx.command(`do $$ begin
    if to_regclass('${name}') is null then
      create table ${name} (like ${table} including all);
      alter table ${table} attach partition ${name} for values from ('${day}') to ('${dayAfter(day)}');
    end if;
  end $$`);
}

const LIST_EXPIRED = statement(
  'partition-list-expired',
  `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
          join unnest($1::text[], $2::text[]) as t (parent, first_kept)
            on i.inhparent = t.parent::regclass and c.relname < t.first_kept collate "C"`,
);

async function listExpired(tx: Queryable, firstKept: string): Promise<string[]> {
  const firstNames = TABLES.map((table) => nameOf(table, firstKept));
  const rows = await tx.rows<{ name: string }>(LIST_EXPIRED, [[...TABLES], firstNames]);
  return rows.map(({ name }) => name);
}

/** Drops the partitions of earlier days. @param firstKept the earliest day that is kept */
export async function partitionDropExpired(db: Database, firstKept: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.command(`select pg_advisory_xact_lock(${LOCK})`);
    const names = await listExpired(tx, firstKept);
    // A longer wait for the lock of one reader would block all others.
    await tx.command("set local lock_timeout = '1s'");
    for (const name of names) await tx.command(`drop table ${name}`);
  });
}

import type { Database } from '@commerce/service-kit/db/database.ts';
import { dayAfter } from '../domain/day.ts';

/** The tables that are kept by the day. */
const TABLES = ['event', 'feed_entry', 'unsent_event', 'attempt'] as const;
/** One process at a time makes or drops partitions. */
const LOCK = 7_401_884;

const nameOf = (table: string, day: string): string => `${table}_${day.replaceAll('-', '_')}`;

/** Makes what is missing of a day's partitions. @param day as `dayOf` writes it */
export async function partitionsMake(db: Database, day: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.command(`select pg_advisory_xact_lock(${LOCK})`);
    for (const table of TABLES) await makeOne(tx, table, day);
  });
}

async function makeOne(
  tx: { command(text: string): Promise<void> },
  table: string,
  day: string,
): Promise<void> {
  const name = nameOf(table, day);
  // Attached rather than made as a partition: that would wait for everybody who reads the table.
  await tx.command(`do $$ begin
    if to_regclass('${name}') is null then
      create table ${name} (like ${table} including all);
      alter table ${table} attach partition ${name} for values from ('${day}') to ('${dayAfter(day)}');
    end if;
  end $$`);
}

/** Drops the partitions of the days before. @param firstKept the earliest day that stays */
export async function partitionsDrop(db: Database, firstKept: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.command(`select pg_advisory_xact_lock(${LOCK})`);
    const kept = TABLES.map((table) => nameOf(table, firstKept));
    const rows = await tx.rows<{ name: string }>(
      {
        name: 'partitions-list-old',
        text: `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
          join unnest($1::text[], $2::text[]) as t (parent, first_kept)
            on i.inhparent = t.parent::regclass and c.relname < t.first_kept collate "C"`,
      },
      [[...TABLES], kept],
    );
    // Who holds the table for longer keeps the drop from now, not everybody else from the table.
    await tx.command("set local lock_timeout = '1s'");
    for (const { name } of rows) await tx.command(`drop table ${name}`);
  });
}

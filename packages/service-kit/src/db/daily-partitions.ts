import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { dayAfter, dayOf } from '../days.ts';
import type { Database, Transaction } from './database.ts';
import { statement } from './statement.ts';

/** Advisory lock of the process that creates or drops partitions. */
const LOCK = 7_401_884;
/** Every later statement on the table waits as long as the wait for its lock, so that is short and repeated. */
const LOCK_TIMEOUT_MS = 100;
const LOCK_ATTEMPTS = 20;
const LOCK_PAUSE_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';

/** A table with a partition for each day. */
export interface DailyTable {
  name: string;
  /** The lowest value of the partition key on a day. */
  lowerBound(day: string): string;
  /**
   * For a table with a default partition: a query of the rows of a partition that move there when it is dropped, with
   * the columns in the order of the table.
   */
  kept?(partition: string): string;
}

const nameOf = ({ name }: DailyTable, day: string): string => `${name}_${day.replaceAll('-', '_')}`;

/** Partitions of days, created by the first write of a day or in advance by a job, and dropped as a whole. */
export class DailyPartitions {
  readonly #db: Database;
  readonly #tables: readonly DailyTable[];
  readonly #created = new Map<string, Promise<void>>();

  constructor(db: Database, tables: readonly DailyTable[]) {
    this.#db = db;
    this.#tables = tables;
  }

  /** Creates the missing partitions of the day of a time. @returns the day */
  async ensure(ms: number): Promise<string> {
    const day = dayOf(ms);
    const created = this.#created.get(day) ?? this.#create(day);
    this.#created.set(day, created);
    try {
      await created;
    } catch (error) {
      this.#created.delete(day);
      throw error;
    }
    return day;
  }

  /** Creates the missing partitions of the day of a time and of the next day. @returns the day */
  async ensureAhead(ms: number): Promise<string> {
    const day = await this.ensure(ms);
    await this.ensure(Date.parse(dayAfter(day)));
    return day;
  }

  async #create(day: string): Promise<void> {
    await withShortLocks(this.#db, async (tx) => {
      for (const table of this.#tables) await create(tx, table, day);
    });
  }

  /** Drops the first expired partition. @returns whether there was one */
  #dropFirst(table: DailyTable, firstKept: string): Promise<boolean> {
    return withShortLocks(this.#db, async (tx) => {
      const values = [table.name, nameOf(table, firstKept)];
      const [expired] = await tx.rows<{ partition: string }>(FIND_EXPIRED, values);
      if (expired !== undefined) await drop(tx, table, expired.partition);
      return expired !== undefined;
    });
  }

  /**
   * Drops the partitions of earlier days.
   * @param firstKept the earliest day that is kept
   * @throws the database's error when the table was locked all the time, for example by a backup
   */
  async dropBefore(firstKept: string): Promise<void> {
    for (const table of this.#tables) while (await this.#dropFirst(table, firstKept));
  }
}

const FIND_EXPIRED = statement(
  'partition-find-expired',
  `select c.relname as partition from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = $1::regclass and c.relname < $2 collate "C" order by c.relname limit 1`,
);

async function withShortLocks<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        await tx.command(`select pg_advisory_xact_lock(${LOCK})`);
        await tx.command(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        return await work(tx);
      });
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || attempt === LOCK_ATTEMPTS) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

async function create(tx: Transaction, table: DailyTable, day: string): Promise<void> {
  const { name } = table;
  const partition = nameOf(table, day);
  const [from, to] = [table.lowerBound(day), table.lowerBound(dayAfter(day))];
  // Attached afterwards, because creating it as a partition would wait for every reader of the table.
  // The violation is that the default partition contains rows of the day; they stay there.
  await tx.command(`do $$ begin
    if to_regclass('${partition}') is null then
      create table ${partition} (like ${name} including all);
      alter table ${name} attach partition ${partition} for values from ('${from}') to ('${to}');
    end if;
  exception when check_violation then null;
  end $$`);
}

async function drop(tx: Transaction, table: DailyTable, partition: string): Promise<void> {
  if (table.kept !== undefined) {
    await tx.command(`alter table ${table.name} detach partition ${partition}`);
    await tx.command(`insert into ${table.name} ${table.kept(partition)}`);
  }
  await tx.command(`drop table ${partition}`);
}

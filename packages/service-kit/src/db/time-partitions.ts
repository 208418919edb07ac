import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addPeriods, firstDayOf, type Period } from '../days.ts';
import type { Database, Transaction } from './database.ts';
import { statement } from './statement.ts';

/** Advisory lock of the process that creates or drops partitions. */
const LOCK = 7_401_884;
/** Every later statement on the table waits as long as the wait for its lock, so that is short and repeated. */
const LOCK_TIMEOUT_MS = 100;
const LOCK_ATTEMPTS = 20;
const LOCK_PAUSE_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';

/** A table with a partition for each period. */
export interface TimeTable {
  name: string;
  /** The table that its foreign key references. */
  references?: string;
  /** For a table with an archive: the column that it is partitioned by. */
  archiveKey?: string;
  /** The lowest value of the partition key in a period. @param first its first day */
  lowerBound(first: string): string;
  /**
   * For a table with a default partition: a query of the rows of a partition that move there when it is dropped, with
   * the columns in the order of the table.
   */
  kept?(partition: string): string;
}

/** The schema of the archives: tables of the same names and columns as those whose partitions move there. */
const ARCHIVE = 'archive';

const nameOf = ({ name }: TimeTable, period: Period, first: string): string =>
  `${name}_${(period === 'day' ? first : first.slice(0, 7)).replaceAll('-', '_')}`;

/** A partition of a table. */
interface Partition {
  partition: string;
  /** Its bounds, as `attach partition` takes them. */
  bounds: string;
}

/** Removes a partition from its table. */
type Remove = (tx: Transaction, table: TimeTable, expired: Partition) => Promise<void>;

/** Partitions of periods, created by the first write of a period or in advance by a job, and removed as a whole. */
export class TimePartitions {
  readonly #db: Database;
  readonly #tables: readonly TimeTable[];
  readonly #period: Period;
  readonly #created = new Map<string, Promise<void>>();

  constructor(db: Database, period: Period, tables: readonly TimeTable[]) {
    this.#db = db;
    this.#period = period;
    this.#tables = tables;
  }

  /** Creates the missing partitions of the period of a time. @returns its first day */
  async ensure(ms: number): Promise<string> {
    const first = firstDayOf(this.#period, ms);
    const created = this.#created.get(first) ?? this.#create(first);
    this.#created.set(first, created);
    try {
      await created;
    } catch (error) {
      this.#created.delete(first);
      throw error;
    }
    return first;
  }

  /** Creates the missing partitions of the period of a time and of the next one. @returns the first day of the former */
  async ensureAhead(ms: number): Promise<string> {
    const first = await this.ensure(ms);
    await this.ensure(Date.parse(addPeriods(this.#period, first, 1)));
    return first;
  }

  async #create(first: string): Promise<void> {
    await withShortLocks(this.#db, async (tx) => {
      for (const table of this.#tables) await create(tx, table, this.#period, first);
    });
  }

  /**
   * Drops the partitions of earlier periods.
   * @param firstKept the first day of the earliest period that is kept
   * @throws the database's error when the table was locked all the time, for example by a backup
   */
  dropBefore(firstKept: string): Promise<void> {
    return this.#removeBefore(firstKept, drop);
  }

  /** Like `dropBefore`, but moves the partitions to the archive that each table has, without a copy of their rows. */
  archiveBefore(firstKept: string): Promise<void> {
    return this.#removeBefore(firstKept, archive);
  }

  async #removeBefore(firstKept: string, remove: Remove): Promise<void> {
    for (const table of this.#tables) while (await this.#removeFirst(table, firstKept, remove));
  }

  /** Removes the first expired partition. @returns whether there was one */
  #removeFirst(table: TimeTable, firstKept: string, remove: Remove): Promise<boolean> {
    return withShortLocks(this.#db, async (tx) => {
      const values = [table.name, nameOf(table, this.#period, firstKept)];
      const [expired] = await tx.rows<Partition>(FIND_EXPIRED, values);
      if (expired === undefined) return false;
      await lockReferenced(tx, table, 'access exclusive');
      await remove(tx, table, expired);
      return true;
    });
  }
}

const FIND_EXPIRED = statement(
  'partition-find-expired',
  `select c.relname as partition, pg_get_expr(c.relpartbound, c.oid) as bounds from pg_inherits i join pg_class c on c.oid = i.inhrelid
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

/** Locks in the order of requests, which change the referenced row first; the other order would deadlock with them. */
async function lockReferenced(tx: Transaction, { references }: TimeTable, mode: string): Promise<void> {
  if (references !== undefined) await tx.command(`lock table ${references} in ${mode} mode`);
}

const FIND = statement(
  'partition-find',
  'select from unnest($1::text[]) name where to_regclass(name) is not null',
);

async function create(tx: Transaction, table: TimeTable, period: Period, first: string): Promise<void> {
  const { name, archiveKey } = table;
  const partition = nameOf(table, period, first);
  const names = archiveKey === undefined ? [partition] : [partition, `${ARCHIVE}.${partition}`];
  if ((await tx.rows(FIND, [names])).length > 0) return;
  await lockReferenced(tx, table, 'share row exclusive');
  const [from, to] = [table.lowerBound(first), table.lowerBound(addPeriods(period, first, 1))];
  // The check lets the partition move to the archive without a scan of its rows.
  const check =
    archiveKey === undefined ? '' : `, check (${archiveKey} >= '${from}' and ${archiveKey} < '${to}')`;
  // Attached afterwards, because creating it as a partition would wait for every reader of the table.
  // The violation is that the default partition contains rows of the period; they stay there.
  await tx.command(`do $$ begin
    create table ${partition} (like ${name} including all excluding identity${check});
    alter table ${name} attach partition ${partition} for values from ('${from}') to ('${to}');
  exception when check_violation then null;
  end $$`);
}

async function drop(tx: Transaction, table: TimeTable, { partition }: Partition): Promise<void> {
  if (table.kept !== undefined) {
    await tx.command(`alter table ${table.name} detach partition ${partition}`);
    await tx.command(`insert into ${table.name} ${table.kept(partition)}`);
  }
  await tx.command(`drop table ${partition}`);
}

async function archive(
  tx: Transaction,
  { name }: TimeTable,
  { partition, bounds }: Partition,
): Promise<void> {
  await tx.command(`alter table ${name} detach partition ${partition}`);
  await tx.command(`alter table ${partition} set schema ${ARCHIVE}`);
  await tx.command(`alter table ${ARCHIVE}.${name} attach partition ${ARCHIVE}.${partition} ${bounds}`);
}

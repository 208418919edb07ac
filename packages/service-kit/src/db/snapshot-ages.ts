import type { Queryable } from './database.ts';
import { statement } from './statement.ts';

/** Holder of a snapshot: a session, a replication slot or a prepared transaction. */
interface Holder {
  holder: string;
  xmin: string;
  /** Age of its transaction, in seconds; null when only its own role may see it. */
  age_s: number | null;
}

// Sessions without a user are autovacuum workers, whose snapshots do not keep dead rows. Those without a
// database are standbys.
const HOLDERS = statement(
  'snapshot-holders',
  `select 'session ' || pid as holder, backend_xmin::text as xmin,
      extract(epoch from now() - xact_start)::float8 as age_s
    from pg_stat_activity
    where backend_xmin is not null and usesysid is not null and pid <> pg_backend_pid()
      and (datname = current_database() or datname is null)
    union all
    select 'slot ' || slot_name, xmin::text, null from pg_replication_slots where xmin is not null
    union all
    select 'prepared ' || gid, transaction::text, extract(epoch from now() - prepared)::float8
    from pg_prepared_xacts where database = current_database()`,
);

/**
 * Ages of the snapshots in a database, of any role. PostgreSQL shows a role only the start of its own
 * transactions, so the age of a foreign snapshot is the time for which it has been seen with the same xmin.
 */
export class SnapshotAges {
  readonly #db: Queryable;
  #seen = new Map<string, number>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Age of the oldest snapshot, in seconds; 0 when there is none. */
  async oldestS(): Promise<number> {
    const holders = await this.#db.rows<Holder>(HOLDERS, []);
    const nowS = performance.now() / 1000;
    const seen = new Map<string, number>();
    const ages = holders.map(({ holder, xmin, age_s }) => {
      const key = `${holder} ${xmin}`;
      const since = this.#seen.get(key) ?? nowS;
      seen.set(key, since);
      return age_s ?? nowS - since;
    });
    this.#seen = seen;
    return Math.max(0, ...ages);
  }
}

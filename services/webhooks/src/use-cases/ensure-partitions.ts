import type { Database } from '@commerce/service-kit/db/database.ts';
import { dayOf } from '../domain/day.ts';
import { partitionCreateMany } from '../store/partition.ts';

/** The partitions of days, created by the first write of a day; a job creates those of tomorrow in advance. */
export class Partitions {
  readonly #db: Database;
  readonly #created = new Map<string, Promise<void>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Creates the missing partitions of the day of a time. @returns the day */
  async ensure(ms: number): Promise<string> {
    const day = dayOf(ms);
    const created = this.#created.get(day) ?? partitionCreateMany(this.#db, day);
    this.#created.set(day, created);
    try {
      await created;
    } catch (error) {
      this.#created.delete(day);
      throw error;
    }
    return day;
  }
}

import type { Database } from '@commerce/service-kit/db/database.ts';
import { dayOf } from '../domain/day.ts';
import { partitionsMake } from '../store/partitions.ts';

/** The day's partitions, made when they are first written to; a job makes those of tomorrow before. */
export class Partitions {
  readonly #db: Database;
  readonly #made = new Map<string, Promise<void>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves with the day of that time, once rows of it can be written. */
  async ready(ms: number): Promise<string> {
    const day = dayOf(ms);
    const made = this.#made.get(day) ?? partitionsMake(this.#db, day);
    this.#made.set(day, made);
    try {
      await made;
    } catch (error) {
      this.#made.delete(day);
      throw error;
    }
    return day;
  }
}

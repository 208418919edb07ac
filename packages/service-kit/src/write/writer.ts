import type { Context } from '../context.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { Fault } from '../fault.ts';
import { completeRecord } from './complete.ts';
import { writeEvents, writeRecord } from './finish.ts';
import { GroupWriter, type GroupedKind } from './group-writer.ts';
import { claimKey, isStored } from './idempotency.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { unitOf, type PendingWrites, type Unit } from './unit.ts';

/** A message type as ts-proto generates it. */
export interface Codec<T> {
  encode(message: T): { finish(): Uint8Array };
}

/** Dependencies of a writer. */
export interface WriterDeps {
  /** Name of the service; part of its event subjects. */
  service: string;
  db: Database;
  clock: Clock;
  /** Called after each commit with events in the outbox. */
  wakeRelay: () => void;
}

/** Thrown to retry after another transaction recorded the same key first. */
const RECORDED_CONCURRENTLY = new Error('recorded concurrently');

/**
 * Runner of a service's writes: effect, events and idempotency record are one transaction (a crash leaves all
 * of them or none), and a key takes effect at most once.
 */
export class Writer {
  readonly #deps: WriterDeps;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /**
   * Runs a write that returns a message. With an idempotency key in the context, the response is recorded,
   * including refusals of the work (4xx Faults); a later call with the same key gets the recorded response
   * without running the work.
   * @throws Fault of the work; `idempotency_in_progress`; `idempotency_conflict`
   */
  async write<T>(
    ctx: Context,
    answer: Codec<T>,
    work: (unit: Unit) => Promise<T>,
  ): Promise<T | StoredAnswer> {
    if (ctx.idempotency === undefined) return this.change(ctx, work);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#keyed(ctx, answer, work);
      } catch (error) {
        // Retry: the record is now visible and is replayed.
        if (error !== RECORDED_CONCURRENTLY || attempt === 3) throw error;
      }
    }
  }

  /**
   * Recorded response of the context's key, for a write with expensive work before its transaction; undefined
   * without a key or a record.
   * @throws as `write` does, for a key that was used before
   */
  async earlier(ctx: Context): Promise<StoredAnswer | undefined> {
    if (ctx.idempotency === undefined) return undefined;
    const owner = { storeId: ctx.storeId, actorId: ctx.actor.id };
    return claimKey(this.#deps.db, owner, ctx.idempotency, this.#deps.clock.now());
  }

  /** A runner of writes that share a transaction with others of their store. */
  grouped<Request, Response>(kind: GroupedKind<Request, Response>): GroupWriter<Request, Response> {
    return new GroupWriter(this.#deps, kind);
  }

  /** Runs a change without an idempotency record, because it is idempotent or the caller keeps its own record. */
  async change<T>(ctx: Context, work: (unit: Unit) => Promise<T>): Promise<T> {
    const pending: PendingWrites = { events: [], subjectId: undefined };
    const result = await this.#deps.db.transaction(async (tx) => {
      const done = await work(unitOf(this.#deps, tx, ctx, pending));
      await writeEvents(tx, pending.events);
      return done;
    });
    if (pending.events.length > 0) this.#deps.wakeRelay();
    return result;
  }

  /**
   * Records the final response of a write whose response needs another service, which is called after the
   * commit of `write` with a provisional response. A replay that finds the provisional response builds the
   * final one again and completes the record too.
   * @param provisional the response recorded by `write`
   * @returns the response to send: concurrent completions of a record all get the first one
   */
  async completeAnswer(ctx: Context, provisional: Uint8Array, final: Uint8Array): Promise<Buffer> {
    if (ctx.idempotency === undefined) return Buffer.from(final);
    const owner = { storeId: ctx.storeId, actorId: ctx.actor.id };
    return completeRecord(this.#deps.db, owner, ctx.idempotency, provisional, final);
  }

  async #keyed<T>(
    ctx: Context,
    answer: Codec<T>,
    work: (unit: Unit) => Promise<T>,
  ): Promise<T | StoredAnswer> {
    const owner = { storeId: ctx.storeId, actorId: ctx.actor.id };
    const idempotency = ctx.idempotency!;
    const nowMs = this.#deps.clock.now();
    const pending: PendingWrites = { events: [], subjectId: undefined };
    const { events } = pending;
    const outcome = await this.#deps.db.transaction(async (tx) => {
      const before = await claimKey(tx, owner, idempotency, nowMs);
      if (before !== undefined) return { result: before };
      const done = await resultOrRefusal(work(unitOf(this.#deps, tx, ctx, pending)));
      if ('fault' in done) {
        // Undo the effect, record the refusal. The rollback also releases the key's lock; the record's unique
        // key still protects it.
        await tx.command('ROLLBACK TO SAVEPOINT effect');
        events.length = 0;
      }
      const { subjectId } = pending;
      const recorded = 'fault' in done ? done : { response: answer.encode(done.result).finish(), subjectId };
      if (!(await writeRecord(tx, owner, idempotency, recorded, events, nowMs))) throw RECORDED_CONCURRENTLY;
      return done;
    }, 'BEGIN; SAVEPOINT effect');
    if (events.length > 0) this.#deps.wakeRelay();
    if ('fault' in outcome) throw outcome.fault;
    return outcome.result;
  }
}

/** The result of a write, or its refusal if that is recorded. @throws other errors of the work */
export async function resultOrRefusal<T>(work: Promise<T>): Promise<{ result: T } | { fault: Fault }> {
  try {
    return { result: await work };
  } catch (error) {
    if (error instanceof Fault && isStored(error)) return { fault: error };
    throw error;
  }
}

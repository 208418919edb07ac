import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Clock } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { MAX_EVENT_BYTES } from '../events/nats.ts';
import { Fault } from '../fault.ts';
import { newId } from '../ids.ts';
import { currentTraceparent } from '../telemetry.ts';
import { completeRecord } from './complete.ts';
import { writeEvents, writeRecord, type OutboxEvent } from './finish.ts';
import { claimKey, isStored } from './idempotency.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** An event to emit; the rest of its envelope comes from the context. */
export interface EventDraft {
  /** E.g. `product.updated`. */
  type: string;
  /** Id of the changed resource. */
  subjectId: string;
  /** Encoded message of the event type. */
  payload: Uint8Array;
  /** Stamp of the change from the store's clock; defaults to the current time. */
  occurredAtMs?: number;
  /** The store, if the context has none. */
  storeId?: string;
}

/** A transaction that can emit events. */
export interface Unit extends Queryable {
  /**
   * Adds an event that is committed with the transaction. Events of one store are published in the order of
   * `emit`.
   */
  emit(event: EventDraft): void;
  /**
   * Sets the person whose data the response contains, so that an erasure finds the idempotency record: see
   * `eraseFromRecords`.
   */
  concerns(subjectId: string | undefined): void;
}

/** Rows that a transaction writes in addition to its effect. */
interface PendingWrites {
  events: OutboxEvent[];
  subjectId: string | undefined;
}

/** A message type as ts-proto generates it. */
interface Codec<T> {
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

  /** Runs a change without an idempotency record, because it is idempotent or the caller keeps its own record. */
  async change<T>(ctx: Context, work: (unit: Unit) => Promise<T>): Promise<T> {
    const pending: PendingWrites = { events: [], subjectId: undefined };
    const result = await this.#deps.db.transaction(async (tx) => {
      const done = await work(this.#unit(tx, ctx, pending));
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
      const done = await outcomeOf(work(this.#unit(tx, ctx, pending)));
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

  #unit(tx: Transaction, ctx: Context, pending: PendingWrites): Unit {
    const { service, clock } = this.#deps;
    return {
      rows: (statement, values) => tx.rows(statement, values),
      emit: ({ type, subjectId, payload, occurredAtMs = clock.now(), storeId = ctx.storeId }) => {
        const id = newId('evt');
        const { actor, requestId } = ctx;
        const traceparent = currentTraceparent();
        const message = Event.encode({
          id,
          type,
          occurredAtMs,
          storeId,
          actor,
          subjectId,
          requestId,
          traceparent,
          payload: Buffer.from(payload),
        }).finish();
        requirePublishable(type, message);
        pending.events.push({ storeId, eventId: id, subject: subjectOf(service, type, storeId), message });
      },
      concerns: (subjectId) => void (pending.subjectId = subjectId),
    };
  }
}

async function outcomeOf<T>(work: Promise<T>): Promise<{ result: T } | { fault: Fault }> {
  try {
    return { result: await work };
  } catch (error) {
    if (error instanceof Fault && isStored(error)) return { fault: error };
    throw error;
  }
}

/**
 * Refuses an event that NATS would refuse, so that the outbox contains only publishable events.
 * @throws Fault `payload_too_large`
 */
function requirePublishable(type: string, { length }: Uint8Array): void {
  if (length <= MAX_EVENT_BYTES) return;
  throw new Fault(
    'payload_too_large',
    `The change is too large: its event ${type} has ${length} bytes, at most ${MAX_EVENT_BYTES} are allowed.`,
  );
}

/** Subject of an event; `_` stands for no store. */
export function subjectOf(service: string, type: string, storeId: string): string {
  return `commerce.${service}.${type}.${storeId || '_'}`;
}

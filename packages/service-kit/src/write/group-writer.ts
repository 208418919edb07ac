import type { Context } from '../context.ts';
import { msUntil, timedOut, withDeadline } from '../deadline.ts';
import type { Transaction } from '../db/database.ts';
import { inParallel } from '../events/in-parallel.ts';
import { Fault } from '../fault.ts';
import { inTraceOfNow } from '../telemetry.ts';
import { writeEvents, writeRecords, type NewRecord, type OutboxEvent } from './finish.ts';
import { Gathering } from './gathering.ts';
import { claimKeys, inProgress, isStored, type OwnedKey } from './idempotency.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { unitOf, type PendingWrites, type Unit } from './unit.ts';
import type { Codec, WriterDeps } from './writer.ts';

/** Maximum number of writes of a transaction. */
const MAX_GROUP = 100;
/** Maximum number of writes of a group that run alone at the same time, so that they leave connections to others. */
const MAX_ALONE = 4;
/** Time for which a group waits to become as large as the one before, in ms. */
const LINGER_MS = 4;
/** Time after its last group of several writes after which a store's next write runs at once again, in ms. */
const IDLE_MS = 1_000;

/** A write of a group. */
export interface GroupedWrite<Request> {
  ctx: Context;
  request: Request;
  /** Emits the events of this write. */
  unit: Unit;
}

/** The end of a write: its response, its refusal, or none, because it has to run alone. A refused write has no effect. */
export type Outcome<Response> = { response: Response } | { fault: Fault } | 'alone';

/** A kind of write that can share a transaction with others of its store. */
export interface GroupedKind<Request, Response> {
  answer: Codec<Response>;
  /**
   * Runs writes of one store. @returns an outcome for each, in order. An error, or the transient refusal of a keyed write, undoes all
   * of them, and each runs alone.
   */
  runMany(tx: Transaction, writes: readonly GroupedWrite<Request>[]): Promise<Outcome<Response>[]>;
  /**
   * Runs one write by itself. A write without a key may run again after its group took effect, if the connection broke during the
   * commit: it must recognize that.
   */
  runAlone(ctx: Context, request: Request): Promise<Response | StoredAnswer>;
  /** Reports whether a write never joins a group. */
  isAlone?(ctx: Context, request: Request): boolean;
}

/** Runs the work of one write of a group. @returns its result, or its refusal */
export function unlessRefused<T>(work: () => T): T | { fault: Fault } {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) return { fault: error };
    throw error;
  }
}

/** A write that waits for its transaction. */
interface PendingWrite<Request, Response> {
  ctx: Context;
  request: Request;
  /** Runs work in the trace of the write: the group runs in that of another. */
  inTrace: <T>(work: () => T) => T;
  resolve: (response: Response | StoredAnswer) => void;
  reject: (error: unknown) => void;
}

/** A write to be run, whose key is claimed if it has one, with what it emits. */
interface ClaimedWrite<Request> extends GroupedWrite<Request> {
  key: OwnedKey | undefined;
  pending: PendingWrites;
  /** Index of the write in its group. */
  index: number;
}

/** Thrown to undo a group in which another transaction recorded a key first. */
const RECORDED_CONCURRENTLY = new Error('recorded concurrently');

/**
 * Runs writes of a store that arrive at the same time in one transaction: those that arrive while one is running share the next.
 * Each has its own events and response, and its own record if it has a key, as with `Writer.write`.
 *
 * After a group of several writes, the next one waits up to `LINGER_MS` for as many: the clients of the group send their next
 * writes one after the other, and the first of them would run alone. A store's single caller never waits.
 */
export class GroupWriter<Request, Response> {
  readonly #deps: WriterDeps;
  readonly #kind: GroupedKind<Request, Response>;
  /** The waiting writes of the stores whose groups are running, or ran just now. */
  readonly #waiting = new Map<string, Gathering<PendingWrite<Request, Response>>>();

  constructor(deps: WriterDeps, kind: GroupedKind<Request, Response>) {
    this.#deps = deps;
    this.#kind = kind;
  }

  /** @throws as `Writer.write` does */
  write(ctx: Context, request: Request): Promise<Response | StoredAnswer> {
    if (this.#kind.isAlone?.(ctx, request)) return this.#kind.runAlone(ctx, request);
    return new Promise((resolve, reject) => {
      const write = { ctx, request, inTrace: inTraceOfNow(), resolve, reject };
      const waiting = this.#waiting.get(ctx.storeId);
      if (waiting === undefined) void this.#drain(ctx.storeId, write);
      else waiting.add(write);
    });
  }

  async #drain(storeId: string, first: PendingWrite<Request, Response>): Promise<void> {
    const waiting = new Gathering<PendingWrite<Request, Response>>();
    this.#waiting.set(storeId, waiting);
    let group = [first];
    do {
      await this.#runGroup(storeId, group);
      if (group.length > 1) {
        await waiting.wait(1, IDLE_MS);
        await waiting.wait(group.length, LINGER_MS);
      }
      group = waiting.take(MAX_GROUP);
    } while (group.length > 0);
    this.#waiting.delete(storeId);
  }

  /** Settles each of the writes; never rejects. */
  async #runGroup(storeId: string, given: PendingWrite<Request, Response>[]): Promise<void> {
    const writes = admissible(given);
    if (writes.length === 0) return;
    const deadlineMs = Math.max(...writes.map(({ ctx }) => ctx.deadlineMs));
    // After a failure each runs alone: the one that caused it fails alone, and one that was recorded is replayed.
    const ends = await withDeadline(deadlineMs, () => this.#transact(storeId, writes)).catch(() =>
      writes.map(() => 'alone' as const),
    );
    const alone: PendingWrite<Request, Response>[] = [];
    for (const [index, write] of writes.entries()) {
      const end = ends[index]!;
      if (end === 'alone') alone.push(write);
      else if ('fault' in end) write.reject(end.fault);
      else write.resolve(end.response);
    }
    // The next group does not wait for them.
    void inParallel(alone, MAX_ALONE, (write) => this.#runAlone(write));
  }

  /** Settles the write; never rejects. */
  async #runAlone(write: PendingWrite<Request, Response>): Promise<void> {
    const { ctx, request, inTrace, resolve, reject } = write;
    try {
      resolve(await inTrace(() => withDeadline(ctx.deadlineMs, () => this.#kind.runAlone(ctx, request))));
    } catch (error) {
      reject(error);
    }
  }

  async #transact(
    storeId: string,
    writes: readonly PendingWrite<Request, Response>[],
  ): Promise<Outcome<Response | StoredAnswer>[]> {
    const { db, clock, wakeRelay } = this.#deps;
    const nowMs = clock.now();
    const ends: Outcome<Response | StoredAnswer>[] = [];
    const emitted = await db.transaction(async (tx) => {
      const claimed = await this.#claim(tx, writes, ends, nowMs);
      if (claimed.length === 0) return 0;
      const outcomes = await this.#kind.runMany(tx, claimed);
      for (const [n, { index }] of claimed.entries()) ends[index] = outcomes[n]!;
      const { records, events } = this.#toWrite(claimed, outcomes);
      if (records.length === 0) await writeEvents(tx, events);
      else if (!(await writeRecords(tx, storeId, records, events, nowMs))) throw RECORDED_CONCURRENTLY;
      return events.length;
    });
    if (emitted > 0) wakeRelay();
    return ends;
  }

  /**
   * Claims the keys of writes. @returns the writes to be run
   * @param ends receives the ends of the others, whose keys were used before
   */
  async #claim(
    tx: Transaction,
    writes: readonly PendingWrite<Request, Response>[],
    ends: Outcome<Response | StoredAnswer>[],
    nowMs: number,
  ): Promise<ClaimedWrite<Request>[]> {
    const keys = writes.map(({ ctx }) => ctx.idempotency && { ...ctx.idempotency, actorId: ctx.actor.id });
    const present = keys.filter((key) => key !== undefined);
    const claims = present.length === 0 ? [] : await claimKeys(tx, writes[0]!.ctx.storeId, present, nowMs);
    return writes.flatMap((write, index) => {
      const claim = keys[index] && claims.shift()!;
      if (claim !== undefined && 'fault' in claim) ends[index] = claim;
      else if (claim?.earlier !== undefined) ends[index] = { response: claim.earlier };
      else return [this.#claimed(tx, write, keys[index], index)];
      return [];
    });
  }

  #claimed(
    tx: Transaction,
    { ctx, request, inTrace }: PendingWrite<Request, Response>,
    key: OwnedKey | undefined,
    index: number,
  ): ClaimedWrite<Request> {
    const pending: PendingWrites = { events: [], subjectId: undefined };
    const unit = unitOf(this.#deps, tx, ctx, pending);
    const emit: Unit['emit'] = (event) => inTrace(() => unit.emit(event));
    return { ctx, request, key, pending, index, unit: { ...unit, emit } };
  }

  /** The records of the writes that are done, and the events of those that took effect. */
  #toWrite(claimed: readonly ClaimedWrite<Request>[], outcomes: readonly Outcome<Response>[]) {
    const records: NewRecord[] = [];
    const events: OutboxEvent[] = [];
    for (const [n, { key, pending }] of claimed.entries()) {
      const outcome = outcomes[n]!;
      if (outcome === 'alone') continue;
      if ('fault' in outcome) {
        if (key === undefined) continue;
        if (!isStored(outcome.fault)) throw outcome.fault;
        records.push({ key, answer: outcome });
        continue;
      }
      events.push(...pending.events);
      if (key === undefined) continue;
      const response = this.#kind.answer.encode(outcome.response).finish();
      records.push({ key, answer: { response, subjectId: pending.subjectId } });
    }
    return { records, events };
  }
}

/** The writes without those whose caller no longer waits, and those with the key of another, which are refused. */
function admissible<W extends { ctx: Context; reject: (refusal: Fault) => void }>(writes: W[]): W[] {
  const keys = new Set<string>();
  return writes.filter(({ ctx, reject }) => {
    const key = ctx.idempotency && `${ctx.actor.id}\n${ctx.idempotency.key}`;
    const refusal =
      msUntil(ctx.deadlineMs) <= 0
        ? timedOut()
        : key !== undefined && keys.has(key)
          ? inProgress()
          : undefined;
    if (refusal !== undefined) reject(refusal);
    else if (key !== undefined) keys.add(key);
    return refusal === undefined;
  });
}

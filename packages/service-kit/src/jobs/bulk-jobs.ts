import { setTimeout as sleep } from 'node:timers/promises';
import { CallContext } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Clock } from '../clock.ts';
import { storeOf, systemActor, type Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { deadlineIn } from '../deadline.ts';
import { FAILURES, Fault, notFound } from '../fault.ts';
import { toFault } from '../grpc/status.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { Unit } from '../write/unit.ts';
import type { Writer } from '../write/writer.ts';
import {
  bulkJobAdvance,
  bulkJobExtend,
  bulkJobFail,
  bulkJobFind,
  bulkJobInsert,
  bulkJobIsWaiting,
  bulkJobLease,
  bulkJobList,
  bulkJobLockLeased,
  type BulkJobRow,
} from './bulk-job-store.ts';
import { isGivenUp } from './failed-parts.ts';
import type { IntervalJob } from './interval.ts';

const LEASE_MS = 15_000;
/** Interval at which the lease is extended, and the longest pause between parts: a lease outlasts one of each. */
const EXTEND_EVERY_MS = LEASE_MS / 3;
const LOOK_EVERY_MS = 500;
/** Time after which a job is put back if another one waits: long enough that the change costs little. */
const TURN_MS = 5_000;

/** Reports whether a fault may be over when the part is repeated. */
export const isTransient = ({ code, details }: Fault): boolean =>
  FAILURES.has(code) || details[0]?.reason === 'idempotency_in_progress';

/** Progress of a job, as reported to callers. */
export interface BulkJobProgress {
  id: string;
  state: BulkJobRow['state'];
  total: number;
  done: number;
  /** Why it failed; empty otherwise. */
  failure: string;
  startedAtMs: number;
  updatedAtMs: number;
}

/** Input of a part of a job. */
export interface BulkPart {
  id: string;
  request: Buffer;
  total: number;
  /** Number of rows done before this part. */
  done: number;
  /** Start position of this part; empty for the first. */
  position: string;
  startedAtMs: number;
}

/** A kind of bulk operation. */
export interface BulkKind<Prepared = void> {
  /** Keeps the last job of a store until the next is started, because its request is still read. */
  keepsLast?: boolean;
  /**
   * Prepares a part outside of its transaction, for example by calls to other services. Must be idempotent: it
   * runs again for the same part after a crash.
   * @returns the input of `part`
   * @throws Fault as in `part`; `unavailable` to retry later
   */
  prepare?(ctx: Context, part: BulkPart): Promise<Prepared>;
  /**
   * Processes the next part in the given transaction: few enough rows that their locks are short.
   * @returns the number of rows done and the position of the next part; no position when the job is complete
   * @throws Fault when the operation cannot continue: the job is `failed`, and earlier parts stay applied. Other
   *   errors are retried; `isGivenUp` limits how often
   */
  part(
    unit: Unit,
    ctx: Context,
    part: BulkPart,
    prepared: Prepared,
  ): Promise<{ done: number; position?: string | undefined }>;
  /** Handles the failure of the job at a part, in the transaction that marks the job as failed. */
  failed?(unit: Unit, ctx: Context, part: BulkPart, fault: Fault): Promise<void>;
}

/** The lease of a job by this process. */
interface Lease {
  until: Date;
}

/** Dependencies of `BulkJobs`. */
export interface BulkJobsDeps {
  db: Database;
  writer: Writer;
  clock: Clock;
  logger: Logger;
  kinds: Record<string, BulkKind<unknown>>;
}

/**
 * Operations on many rows of a store, processed in parts: each part is one short transaction that also records
 * the progress, so a crash loses nothing and another process continues. The pause between parts is as long as
 * the part took, at most `EXTEND_EVERY_MS`. A process works on one job at a time; when others wait, the jobs take
 * turns of `TURN_MS`.
 */
export class BulkJobs {
  readonly #deps: BulkJobsDeps;

  constructor(deps: BulkJobsDeps) {
    this.#deps = deps;
  }

  /** Adds a job in the transaction of a write. @returns its id */
  async start(unit: Unit, ctx: Context, kind: string, request: Uint8Array, total: number): Promise<string> {
    const { storeId, actor, requestId } = ctx;
    const id = newId('job');
    const context = CallContext.encode({ storeId, actor, requestId, idempotency: undefined }).finish();
    await bulkJobInsert(
      unit,
      {
        store_id: storeOf(ctx),
        id,
        kind,
        request: Buffer.from(request),
        context: Buffer.from(context),
        total,
        keeps_last: this.#deps.kinds[kind]?.keepsLast ?? false,
      },
      this.#now(),
    );
    return id;
  }

  /** Progress of a job of the store. @throws Fault not_found */
  async progress(storeId: string, id: string): Promise<BulkJobProgress> {
    const row = await bulkJobFind(this.#deps.db, storeId, id);
    if (row === undefined) throw notFound();
    return progressOf(row);
  }

  /**
   * Jobs of a store, newest first.
   * @param beforeId the last id of the previous page; empty for the first page
   */
  async list(
    storeId: string,
    ofKinds: string[],
    beforeId: string,
    limit: number,
  ): Promise<(BulkJobProgress & { request: Buffer })[]> {
    const rows = await bulkJobList(this.#deps.db, storeId, ofKinds, beforeId, limit);
    return rows.map((row) => ({ ...progressOf(row), request: row.request }));
  }

  /** Interval job of every process of the service: leases and runs jobs that no process works on. */
  worker(): IntervalJob {
    const stopping = new AbortController();
    return {
      name: 'bulk jobs',
      everyMs: LOOK_EVERY_MS,
      stopping: () => stopping.abort(),
      run: async () => {
        while (await this.#workOnNext(stopping.signal));
      },
    };
  }

  /** @returns false when there is no job to lease */
  async #workOnNext(stopping: AbortSignal): Promise<boolean> {
    if (stopping.aborted) return false;
    const lease = { until: this.#leaseEnd() };
    const job = await bulkJobLease(this.#deps.db, this.#now(), lease.until);
    if (job === undefined) return false;
    let turnEndsMs = this.#deps.clock.now() + TURN_MS;
    while (!stopping.aborted) {
      const startedAt = performance.now();
      if (!(await this.#part(job, lease))) return true;
      await sleep(Math.min(performance.now() - startedAt, EXTEND_EVERY_MS));
      if (this.#deps.clock.now() < turnEndsMs) continue;
      if (await this.#putBack(job, lease)) return true;
      turnEndsMs = this.#deps.clock.now() + TURN_MS;
    }
    return true;
  }

  /** Ends the lease if another job waits, which is then leased first. @returns false when none waits */
  async #putBack(job: BulkJobRow, { until }: Lease): Promise<boolean> {
    const now = this.#now();
    if (!(await bulkJobIsWaiting(this.#deps.db, now))) return false;
    await bulkJobExtend(this.#deps.db, job, until, now);
    return true;
  }

  /** @returns false when the job is over or was lost to another process */
  async #part(job: BulkJobRow, lease: Lease): Promise<boolean> {
    const ctx = contextOf(job, deadlineIn(LEASE_MS));
    const kind = this.#deps.kinds[job.kind];
    try {
      if (kind === undefined)
        throw new Fault('server_error', 'Server error.', { cause: `no kind ${job.kind}` });
      const prepared = await this.#prepare(kind, ctx, job, lease);
      const until = await this.#deps.writer.change(ctx, async (unit) => {
        const row = await bulkJobLockLeased(unit, job, lease.until);
        if (row === undefined) return undefined;
        const { done, position } = await kind.part(unit, ctx, partOf(row), prepared);
        const next = this.#leaseEnd();
        const state = position === undefined ? 'done' : 'running';
        const progress = { done, position: position ?? row.position, state } as const;
        await bulkJobAdvance(unit, row, progress, this.#now(), next);
        return position === undefined ? undefined : next;
      });
      if (until !== undefined) lease.until = until;
      return until !== undefined;
    } catch (error) {
      const fault = toFault(error);
      const isOver = !isTransient(fault) || (await isGivenUp(this.#deps, job, lease.until, error));
      if (!isOver) throw error;
      await this.#fail(ctx, job, lease, fault);
      return false;
    }
  }

  /** Ends the job as failed, unless it was lost to another process. */
  async #fail(ctx: Context, job: BulkJobRow, { until }: Lease, fault: Fault): Promise<void> {
    const { writer, kinds, logger } = this.#deps;
    const failed = await writer.change(ctx, async (unit) => {
      const row = await bulkJobFail(unit, job, until, fault.message, this.#now());
      if (row !== undefined) await kinds[job.kind]?.failed?.(unit, ctx, partOf(row), fault);
      return row;
    });
    if (failed) logger.warn({ job: job.id, kind: job.kind, reason: fault.message }, 'bulk job failed');
  }

  /** No other process advances a leased job, so the row read here is the one that the part's transaction finds. */
  async #prepare(kind: BulkKind<unknown>, ctx: Context, job: BulkJobRow, lease: Lease): Promise<unknown> {
    if (kind.prepare === undefined) return undefined;
    const row = await bulkJobFind(this.#deps.db, job.store_id, job.id);
    const done = new AbortController();
    const extending = this.#extend(job, lease, done.signal);
    try {
      return row && (await kind.prepare(ctx, partOf(row)));
    } finally {
      done.abort();
      await extending;
    }
  }

  /** Extends the lease while the part is prepared. */
  async #extend(job: BulkJobRow, lease: Lease, done: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(EXTEND_EVERY_MS, undefined, { signal: done }).catch(() => undefined);
      if (done.aborted) return;
      const next = this.#leaseEnd();
      const isStillOurs = await bulkJobExtend(this.#deps.db, job, lease.until, next).catch(() => false);
      if (!isStillOurs) return;
      lease.until = next;
    }
  }

  #now(): Date {
    return new Date(this.#deps.clock.now());
  }

  #leaseEnd(): Date {
    return new Date(this.#deps.clock.now() + LEASE_MS);
  }
}

const partOf = ({ id, request, total, done, position, started_at }: BulkJobRow): BulkPart => ({
  id,
  request,
  total,
  done,
  position,
  startedAtMs: started_at.getTime(),
});

function contextOf(job: BulkJobRow, deadlineMs: number): Context {
  const { storeId, actor, requestId } = CallContext.decode(job.context);
  return { storeId, actor: actor ?? systemActor, requestId, deadlineMs };
}

function progressOf(row: BulkJobRow): BulkJobProgress {
  const { id, state, total, done, failure } = row;
  return {
    id,
    state,
    total,
    done,
    failure: failure ?? '',
    startedAtMs: row.started_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
  };
}

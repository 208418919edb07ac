import type { Clock } from '@commerce/service-kit/clock.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { SignedBody } from '@commerce/public-api/events/request.ts';
import { afterFailedAttempt, type NextState } from '../../domain/delivery-state.ts';
import { MAX_COUNTED, WEBHOOK_DISABLED, type DisabledFacts } from '../../domain/disabled-mail.ts';
import { MANDATORY_TYPES } from '../../domain/event-types.ts';
import { afterFailure, CANCEL_DELIVERIES, type Health } from '../../domain/health.ts';
import { appJobContext } from '../../domain/replay.ts';
import { retryAfterMs, retryWaitMs } from '../../domain/schedule.ts';
import { publishWebhookDisabled } from '../../events/publish.ts';
import { attemptInsert, type NewAttempt } from '../../store/attempt.ts';
import { deliveryCountOpenOfApp } from '../../store/delivery.ts';
import { deliveryRecordFailure, type ClaimedDelivery } from '../../store/delivery-queue.ts';
import { endpointLockHealth, endpointRecordFailure } from '../../store/endpoint-health.ts';
import type { TimePartitions } from '@commerce/service-kit/db/time-partitions.ts';
import { observeAttempt } from './observe-attempt.ts';
import type { AttemptResult } from './send-attempt.ts';

/** Dependencies of recording attempts. */
export interface RecordDeps {
  db: Database;
  writer: Writer;
  clock: Clock;
  /** A number in [0, 1), for the jitter of the waits. */
  random: () => number;
  partitions: TimePartitions;
  jobs: BulkJobs;
  recordSuccess: (attempt: NewAttempt) => Promise<void>;
}

/** A finished attempt. */
export interface FinishedAttempt {
  delivery: ClaimedDelivery;
  startedAtMs: number;
  url: string;
  signed: SignedBody;
  result: AttemptResult;
}

/** Records the result of an attempt in one transaction: the delivery, the log, and the health of the endpoint. */
export async function recordAttempt(deps: RecordDeps, finished: FinishedAttempt): Promise<void> {
  const day = await deps.partitions.ensure(finished.startedAtMs);
  const attempt = attemptOf(finished, day);
  const { error, durationMs } = finished.result;
  if (error === undefined) {
    await deps.recordSuccess(attempt);
    return observeAttempt('delivered', durationMs);
  }
  const ctx = systemContext(finished.delivery.id, Number.MAX_SAFE_INTEGER);
  const state = await deps.writer.change(ctx, (unit) =>
    recordFailure(deps, { unit, ctx }, finished, attempt, error),
  );
  observeAttempt(state, durationMs);
}

function attemptOf({ delivery, startedAtMs, url, signed, result }: FinishedAttempt, day: string): NewAttempt {
  return {
    day,
    deliveryId: delivery.id,
    appId: delivery.appId,
    storeId: delivery.storeId,
    number: delivery.attempts + 1,
    startedAtMs,
    durationMs: result.durationMs,
    url,
    status: result.status,
    error: result.error,
    response: result.response,
    signed,
    leasedUntilMs: delivery.leasedUntilMs,
  };
}

interface Transaction {
  unit: Unit;
  ctx: Context;
}

// Lock order: the endpoint before the delivery, in every transaction that locks both.
async function recordFailure(
  deps: RecordDeps,
  { unit, ctx }: Transaction,
  finished: FinishedAttempt,
  attempt: NewAttempt,
  error: string,
): Promise<NextState['state']> {
  const { delivery, url, result, startedAtMs } = finished;
  const nowMs = deps.clock.now();
  const health = await endpointLockHealth(unit, delivery.appId);
  const { firstFailureAtMs, disable } = afterFailure(health, nowMs);
  const disabledAtMs = disable ? nowMs : undefined;
  await endpointRecordFailure(unit, delivery.appId, { firstFailureAtMs, disabledAtMs, nowMs });
  const next = nextState(deps, finished, nowMs, { ...health, active: health.active && !disable });
  const failed = {
    attempts: attempt.number,
    state: next.state,
    dueAtMs: nowMs + next.dueInMs,
    attemptedAtMs: startedAtMs,
    status: result.status,
    error,
  };
  await deliveryRecordFailure(unit, delivery, failed, nowMs);
  await attemptInsert(unit, attempt);
  if (disable)
    await handleDisabled(deps, { unit, ctx }, delivery.appId, { url, firstFailureAtMs, error, nowMs });
  return next.state;
}

function nextState(
  { random }: RecordDeps,
  { delivery, result }: FinishedAttempt,
  nowMs: number,
  { active }: Health,
): NextState {
  const requestedMs = retryAfterMs(result.status ?? 0, result.retryAfter, nowMs);
  const waitMs = retryWaitMs(delivery.attempts + 1, random(), requestedMs);
  return afterFailedAttempt({ mandatory: MANDATORY_TYPES.includes(delivery.type), active, waitMs });
}

/**
 * Starts the job that cancels the ordinary deliveries of an app whose endpoint was disabled, and notifies its
 * developer. The deliveries may be too many for this transaction; they are not claimed while the endpoint is disabled.
 */
async function handleDisabled(
  { jobs }: RecordDeps,
  { unit, ctx }: Transaction,
  appId: string,
  failure: { url: string; firstFailureAtMs: number; error: string; nowMs: number },
): Promise<void> {
  const { url, firstFailureAtMs: failingSinceMs, error: lastError, nowMs } = failure;
  const cancelledDeliveries = await deliveryCountOpenOfApp(unit, appId, MANDATORY_TYPES, MAX_COUNTED);
  const jobContext = appJobContext(ctx, appId);
  await jobs.start(unit, jobContext, CANCEL_DELIVERIES, Buffer.alloc(0), cancelledDeliveries);
  const facts: DisabledFacts = { url, failingSinceMs, disabledAtMs: nowMs, lastError, cancelledDeliveries };
  await enqueueMail(unit, { kind: WEBHOOK_DISABLED, recipient: appId, facts, createdAtMs: nowMs });
  publishWebhookDisabled(unit, appId, { url, failingSinceMs, lastError, cancelledDeliveries });
}

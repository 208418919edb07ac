import { WebhookDisabled } from '@commerce/proto/commerce/webhooks/v1/events.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import type { Unit, Writer } from '@commerce/service-kit/write/writer.ts';
import { afterFailedAttempt, type NextState } from '../domain/delivery-state.ts';
import { WEBHOOK_DISABLED, type DisabledFacts } from '../domain/disabled-mail.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { afterFailure, type Health } from '../domain/health.ts';
import { retryAfterMs, retryWaitMs } from '../domain/schedule.ts';
import type { Partitions } from '../use-cases/partitions.ts';
import { attemptInsert, type AttemptRecord } from '../store/attempt-insert.ts';
import type { ClaimedDelivery } from '../store/delivery-claim-due.ts';
import { deliveryCancelOfApp } from '../store/delivery-of-app.ts';
import { deliveryRecordFailure } from '../store/delivery-record-failure.ts';
import { deliveryRecordSuccess } from '../store/delivery-record-success.ts';
import { endpointLockHealth, endpointRecordFailure } from '../store/endpoint-health.ts';
import type { AttemptResult } from './attempt.ts';
import { observeAttempt } from './metrics.ts';
import type { Signed } from './request.ts';

/** What results are recorded with. */
export interface RecordDeps {
  db: Database;
  writer: Writer;
  clock: Clock;
  /** A number in [0, 1), for the jitter of the waits. */
  random: () => number;
  partitions: Partitions;
}

/** An attempt that has ended. */
export interface EndedAttempt {
  delivery: ClaimedDelivery;
  /** The lease that it was made under. */
  leasedUntilMs: number;
  startedAtMs: number;
  url: string;
  signed: Signed;
  result: AttemptResult;
}

/** Records what came of an attempt, in one transaction: the delivery, the log, and the health of the endpoint. */
export async function recordAttempt(deps: RecordDeps, ended: EndedAttempt): Promise<void> {
  const day = await deps.partitions.ready(ended.startedAtMs);
  const attempt = attemptOf(ended, day);
  const { error, durationMs } = ended.result;
  if (error === undefined) {
    await deliveryRecordSuccess(deps.db, attempt, deps.clock.now());
    return observeAttempt('delivered', durationMs);
  }
  const ctx = systemContext(ended.delivery.id, Number.MAX_SAFE_INTEGER);
  const state = await deps.writer.change(ctx, (unit) => recordFailure(deps, unit, ended, attempt, error));
  observeAttempt(state, durationMs);
}

function attemptOf({ delivery, startedAtMs, url, signed, result }: EndedAttempt, day: string): AttemptRecord {
  return {
    day,
    deliveryId: delivery.id,
    appId: delivery.app_id,
    storeId: delivery.store_id,
    number: delivery.attempts + 1,
    startedAtMs,
    durationMs: result.durationMs,
    url,
    status: result.status,
    error: result.error,
    response: result.response,
    signed,
  };
}

// The endpoint is locked before the delivery, everywhere that takes both.
async function recordFailure(
  deps: RecordDeps,
  unit: Unit,
  ended: EndedAttempt,
  attempt: AttemptRecord,
  error: string,
): Promise<NextState['state']> {
  const { delivery, leasedUntilMs, url, result } = ended;
  const nowMs = deps.clock.now();
  const health = await endpointLockHealth(unit, delivery.app_id);
  const { firstFailureAtMs, disable } = afterFailure(health, nowMs);
  const disabledAtMs = disable ? nowMs : undefined;
  await endpointRecordFailure(unit, delivery.app_id, { firstFailureAtMs, disabledAtMs, nowMs });
  const next = nextState(deps, ended, nowMs, { ...health, active: health.active && !disable });
  await deliveryRecordFailure(
    unit,
    {
      id: delivery.id,
      attempts: attempt.number,
      state: next.state,
      dueAtMs: nowMs + next.dueInMs,
      attemptedAtMs: ended.startedAtMs,
      status: result.status,
      error,
    },
    leasedUntilMs,
    nowMs,
  );
  await attemptInsert(unit, attempt);
  if (disable) await tellDisabled(unit, delivery.app_id, { url, firstFailureAtMs, error, nowMs });
  return next.state;
}

function nextState(
  { random }: RecordDeps,
  { delivery, result }: EndedAttempt,
  nowMs: number,
  { active }: Health,
): NextState {
  const asked = retryAfterMs(result.status ?? 0, result.retryAfter, nowMs);
  const waitMs = retryWaitMs(delivery.attempts + 1, random(), asked);
  return afterFailedAttempt({ mandatory: MANDATORY_TYPES.includes(delivery.type), active, waitMs });
}

async function tellDisabled(
  unit: Unit,
  appId: string,
  why: { url: string; firstFailureAtMs: number; error: string; nowMs: number },
): Promise<void> {
  const cancelledDeliveries = await deliveryCancelOfApp(unit, appId, why.nowMs, MANDATORY_TYPES);
  const facts: DisabledFacts = {
    url: why.url,
    failingSinceMs: why.firstFailureAtMs,
    disabledAtMs: why.nowMs,
    lastError: why.error,
    cancelledDeliveries,
  };
  await enqueueMail(unit, { kind: WEBHOOK_DISABLED, recipient: appId, facts, createdAtMs: why.nowMs });
  unit.emit({
    type: 'webhook.disabled',
    subjectId: appId,
    payload: WebhookDisabled.encode({
      url: why.url,
      failingSinceMs: why.firstFailureAtMs,
      lastError: why.error,
      cancelledDeliveries,
    }).finish(),
  });
}

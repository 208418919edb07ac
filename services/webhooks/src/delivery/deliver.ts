import { setTimeout as sleep } from 'node:timers/promises';
import { shapeOf } from '@commerce/public-api/2026-10/events/body.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { extractTraceFrom, inSpan } from '@commerce/service-kit/telemetry.ts';
import type { FetchResources } from '../clients/resources.ts';
import { secretPurpose } from '../domain/endpoint.ts';
import { FETCH_MS } from '../domain/lease.ts';
import type { SigningSecrets } from '../domain/signature.ts';
import type { ClaimedDelivery } from '../store/delivery-claim-due.ts';
import { deliveryPostpone } from '../store/delivery-postpone.ts';
import { deliveryRecordFailure } from '../store/delivery-record-failure.ts';
import { endpointListTargets, type TargetRow } from '../store/endpoint-list-targets.ts';
import { eventFindMany, type EventRow } from '../store/event-find-many.ts';
import type { AttemptRequest, AttemptResult } from './attempt.ts';
import { buildBodies, type Bodies, type Ready } from './body.ts';
import { recordAttempt, type EndedAttempt, type RecordDeps } from './record.ts';
import { headersOf, sign } from './request.ts';

/** When deliveries whose data could not be got are tried again, in ms. */
const POSTPONE_MS = 2_000;
/** When those whose data is not what it must be are: a defect, which is mended some time. */
const BROKEN_MS = 60_000;
/** How often, and after which pauses in ms, it is tried to record a result: within the margin of the lease. */
const RECORD_TRIES = 10;
const RECORD_PAUSE_MS = 500;

/** What deliveries are made with. */
export interface DeliverDeps extends RecordDeps {
  logger: Logger;
  secretBox: SecretBox;
  fetch: FetchResources;
  /** Makes one attempt; never rejects. */
  attempt(request: AttemptRequest): Promise<AttemptResult>;
}

/** Deliveries that were taken together. */
interface Taken {
  leasedUntilMs: number;
  ended: (delivery: ClaimedDelivery) => void;
}

/** Attempts deliveries: their events' data is got once for all of them, then each goes its own way. */
export function deliverWith(deps: DeliverDeps) {
  return async (
    claimed: ClaimedDelivery[],
    leasedUntilMs: number,
    ended: (delivery: ClaimedDelivery) => void,
  ): Promise<void> => {
    const taken = { leasedUntilMs, ended };
    const keys = claimed.map(({ event_day, event_id }) => ({ eventDay: event_day, eventId: event_id }));
    const events = await eventFindMany(deps.db, keys);
    const [kept, lost] = partition(claimed, ({ event_id }) => events.has(event_id));
    const groups = Map.groupBy(kept, ({ type }) => shapeOf(type).resource);
    const results = await Promise.allSettled([
      ...[...groups.values()].map((group) => deliverGroup(deps, taken, group, events)),
      ...lost.map((delivery) => giveUp(deps, taken, delivery)),
    ]);
    // Only now: the others have come to their end.
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };
}

/** Deliveries whose data comes from one service. */
async function deliverGroup(
  deps: DeliverDeps,
  taken: Taken,
  group: ClaimedDelivery[],
  events: Map<string, EventRow>,
): Promise<void> {
  let bodies: Bodies<ClaimedDelivery>;
  const ctx = systemContext(group[0]!.event_id, Date.now() + FETCH_MS);
  try {
    bodies = await buildBodies(deps.fetch, ctx, group, events);
  } catch (err) {
    deps.logger.warn({ err, type: group[0]!.type }, 'the data of deliveries cannot be got');
    return postpone(deps, taken, group, POSTPONE_MS);
  }
  const { ready, broken } = bodies;
  for (const { telling, err } of broken)
    deps.logger.error({ err, event_id: telling.event_id }, 'the body of a delivery cannot be made');
  await postpone(
    deps,
    taken,
    broken.map(({ telling }) => telling),
    BROKEN_MS,
  );
  const targets = await endpointListTargets(
    deps.db,
    group.map(({ app_id }) => app_id),
  );
  await Promise.all(ready.map((one) => deliverOne(deps, taken, one, targets.get(one.telling.app_id))));
}

async function deliverOne(
  deps: DeliverDeps,
  taken: Taken,
  ready: Ready<ClaimedDelivery>,
  target: TargetRow | undefined,
): Promise<void> {
  const { telling: delivery, event } = ready;
  // Disabled since it was taken: it stays as it is for whoever disabled it, or until it is active again.
  if (target === undefined) return postpone(deps, taken, [delivery], 0);
  const parent = extractTraceFrom((key) => (key === 'traceparent' ? event.traceparent : undefined));
  const attributes = { 'webhook.delivery': delivery.id, 'webhook.event': delivery.event_id };
  try {
    await inSpan({ name: 'webhook attempt', kind: 'client', parent, attributes }, () =>
      attemptOne(deps, taken, ready, target),
    );
  } catch (err) {
    // What it came to is not recorded; its lease ends, and it is attempted again: at least once.
    deps.logger.error({ err, delivery_id: delivery.id }, 'an attempt could not be recorded');
  } finally {
    taken.ended(delivery);
  }
}

async function attemptOne(
  deps: DeliverDeps,
  { leasedUntilMs }: Taken,
  { telling: delivery, body }: Ready<ClaimedDelivery>,
  target: TargetRow,
): Promise<void> {
  const startedAtMs = deps.clock.now();
  const what = {
    type: delivery.type,
    eventId: delivery.event_id,
    deliveryId: delivery.id,
    storeId: delivery.store_id,
    isTest: delivery.is_test,
    nowMs: startedAtMs,
    body,
  };
  const signed = sign(what, secretsOf(deps.secretBox, target, startedAtMs));
  const result = await deps.attempt({ url: target.url, headers: headersOf(what, signed), body });
  await recordSurely(deps, { delivery, leasedUntilMs, startedAtMs, url: target.url, signed, result });
}

/** What has arrived but is not recorded arrives again, so a database that is away for a moment is waited for. */
async function recordSurely(deps: DeliverDeps, ended: EndedAttempt): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await recordAttempt(deps, ended);
    } catch (error) {
      if (tries === RECORD_TRIES) throw error;
      await sleep(RECORD_PAUSE_MS);
    }
  }
}

function secretsOf(box: SecretBox, target: TargetRow, nowMs: number): SigningSecrets {
  const open = (sealed: string): string => box.open(sealed, secretPurpose(target.app_id));
  const { secret, previous_secret: previous, previous_until: until } = target;
  const current = open(secret);
  if (previous === null || until === null || until.getTime() <= nowMs) return { current };
  return { current, previous: open(previous) };
}

async function postpone(
  { db, clock }: DeliverDeps,
  { leasedUntilMs, ended }: Taken,
  deliveries: ClaimedDelivery[],
  byMs: number,
): Promise<void> {
  const ids = deliveries.map(({ id }) => id);
  await deliveryPostpone(db, ids, leasedUntilMs, clock.now() + byMs);
  deliveries.forEach(ended);
}

/** Its event is gone, which happens to none that is still to be sent; were it otherwise, it would be taken for ever. */
async function giveUp(
  { db, clock, logger }: DeliverDeps,
  { leasedUntilMs, ended }: Taken,
  delivery: ClaimedDelivery,
): Promise<void> {
  logger.error({ delivery_id: delivery.id, event_id: delivery.event_id }, 'the event of a delivery is gone');
  const nowMs = clock.now();
  await deliveryRecordFailure(
    db,
    {
      id: delivery.id,
      attempts: delivery.attempts,
      state: 'cancelled',
      dueAtMs: nowMs,
      attemptedAtMs: nowMs,
      status: undefined,
      error: 'The event is no longer kept.',
    },
    leasedUntilMs,
    nowMs,
  );
  ended(delivery);
}

function partition<T>(items: T[], goesFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(goesFirst), items.filter((item) => !goesFirst(item))];
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { EventVersions } from '@commerce/public-api/events/versions.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { continuedTraces, failSpan, inSpan, type Span } from '@commerce/service-kit/telemetry.ts';
import type { FetchResources } from '../../clients/resources.ts';
import { resourceOf } from '../../domain/api-version.ts';
import { headersOf, signBody } from '@commerce/public-api/events/request.ts';
import { secretPurpose } from '../../domain/endpoint.ts';
import { MANDATORY_TYPES } from '../../domain/event-types.ts';
import { ATTEMPT_MS, FETCH_MS } from '../../domain/lease.ts';
import type { SigningSecrets } from '@commerce/public-api/events/signature.ts';
import type { StoredEvent } from '../../domain/stored-event.ts';
import {
  deliveryIsClosing,
  deliveryPostpone,
  deliveryRecordFailure,
  type ClaimedDelivery,
} from '../../store/delivery-queue.ts';
import { endpointListTargets, type Target } from '../../store/endpoint.ts';
import { eventFindMany } from '../../store/event.ts';
import { heldDeliveryInsertNextOfApp } from '../../store/held-delivery.ts';
import { fetchEvents, renderBodies, type RenderedItem } from '../build-bodies.ts';
import { recordAttempt, type FinishedAttempt, type RecordDeps } from './record-attempt.ts';
import { successRecorder } from './record-successes.ts';
import type { AttemptRequest, AttemptResult } from './send-attempt.ts';

/** Retry delay when the data of deliveries could not be fetched, in ms. */
const POSTPONE_MS = 2_000;
/** Time for which they keep their place, in ms: otherwise a process would claim and postpone all that are due, as fast as it can. */
const FETCH_PAUSE_MS = 100;
/** Retry delay for malformed data (a bug; retried until a fix is deployed), in ms. */
const MALFORMED_MS = 60_000;
/** Retry delay of app.uninstalled while earlier attempts at the app are running, in ms. */
const CLOSING_MS = 250;
/** Tries to record a result, and the pause between them in ms: within the margin of the lease. */
const RECORD_TRIES = 10;
const RECORD_PAUSE_MS = 500;

/** Dependencies of deliveries. */
export interface DeliverDeps extends RecordDeps {
  logger: Logger;
  secretBox: SecretBox;
  fetchResources: FetchResources;
  versions: EventVersions;
  /** Makes one attempt; never rejects. */
  attempt(request: AttemptRequest): Promise<AttemptResult>;
}

/** A delivery that can be attempted; without a target when the endpoint was disabled after the claim. */
interface Prepared extends RenderedItem<ClaimedDelivery> {
  target: Target | undefined;
}

/**
 * Delivers claimed deliveries: their events are read together, data is fetched in one call per owning service, and each
 * delivery is then attempted on its own.
 * @returns a function that returns for each delivery, in their order, a promise that settles when it is finished
 */
export function deliverWith(given: Omit<DeliverDeps, 'recordSuccess'>) {
  const deps: DeliverDeps = { ...given, recordSuccess: successRecorder(given.db) };
  return (claimed: ClaimedDelivery[]): Promise<void>[] => {
    const groups = prepareBatch(deps, claimed);
    return claimed.map(async (delivery) => {
      const group = (await groups).get(delivery.id);
      if (group === undefined) return cancelWithoutEvent(deps, delivery);
      const prepared = (await group).get(delivery.id);
      // Otherwise it was postponed with its group, or held.
      if (prepared !== undefined) await deliverOne(deps, prepared);
    });
  };
}

/** The prepared deliveries of a group by delivery id; those that could not be prepared are postponed and missing. */
type Group = Map<string, Prepared>;

/**
 * Reads the events of deliveries and prepares them in groups.
 * @returns each delivery's group; missing when its event is
 */
async function prepareBatch(
  deps: DeliverDeps,
  claimed: ClaimedDelivery[],
): Promise<Map<string, Promise<Group>>> {
  const events = await eventFindMany(deps.db, claimed);
  const kept = claimed.filter(({ eventId }) => events.has(eventId));
  const byResource = Map.groupBy(kept, ({ type }) => resourceOf(deps.versions, type));
  const groups = new Map<string, Promise<Group>>();
  for (const deliveries of byResource.values()) {
    const group = prepareGroup(deps, deliveries, events);
    for (const { id } of deliveries) groups.set(id, group);
  }
  return groups;
}

/** Builds the bodies of deliveries whose data comes from one service, and finds their endpoints. */
async function prepareGroup(
  deps: DeliverDeps,
  deliveries: ClaimedDelivery[],
  events: Map<string, StoredEvent>,
): Promise<Group> {
  const { db, logger, versions } = deps;
  const { eventId, type } = deliveries[0]!;
  let fetched: Awaited<ReturnType<typeof fetchEvents>>;
  try {
    const ctx = systemContext(eventId, deadlineIn(FETCH_MS));
    fetched = await fetchEvents(deps, ctx, deliveries, events);
  } catch (err) {
    logger.warn({ err, type }, 'failed to fetch delivery data');
    await postpone(deps, deliveries, POSTPONE_MS);
    await sleep(FETCH_PAUSE_MS);
    return new Map();
  }
  const appIds = deliveries.map(({ appId }) => appId);
  const targets = await endpointListTargets(db, appIds);
  const held = deliveries.filter(
    (delivery) => targets.get(delivery.appId)?.suspended && !MANDATORY_TYPES.includes(delivery.type),
  );
  await hold(deps, held);
  const sent = deliveries.filter((delivery) => !held.includes(delivery));
  // The body of a delivery without a target is not sent.
  const apiVersionOf = ({ appId }: ClaimedDelivery): string => targets.get(appId)?.apiVersion ?? '';
  const bodies = renderBodies(versions, sent, fetched, apiVersionOf);
  for (const { item, err } of bodies.malformed)
    logger.error({ err, event_id: item.eventId }, 'failed to build the body of a delivery');
  const malformed = bodies.malformed.map(({ item }) => item);
  await postpone(deps, malformed, MALFORMED_MS);
  return new Map(
    bodies.rendered.map((one) => [one.item.id, { ...one, target: targets.get(one.item.appId) }]),
  );
}

async function deliverOne(
  deps: DeliverDeps,
  { item: delivery, event, body, target }: Prepared,
): Promise<void> {
  // It keeps its state: the request that disabled the endpoint cancels it, or it waits until the endpoint is active.
  if (target === undefined) return postpone(deps, [delivery], 0);
  // An attempt that began now might outlast its lease, within which everything else expects it to end.
  if (deps.clock.now() + ATTEMPT_MS > delivery.leasedUntilMs) return postpone(deps, [delivery], 0);
  // Nothing of the store follows app.uninstalled: deliveries that were claimed before it end first.
  if (delivery.type === 'app.uninstalled' && (await deliveryIsClosing(deps.db, delivery, deps.clock.now())))
    return postpone(deps, [delivery], CLOSING_MS);
  const traces = continuedTraces(() => [event.traceparent]);
  try {
    await inSpan({ name: 'webhook attempt', kind: 'client', ...traces }, (span) =>
      attempt(deps, { delivery, body, target }, span),
    );
  } catch (err) {
    // The lease ends, and the delivery is attempted again: delivery is at least once.
    deps.logger.error({ err, delivery_id: delivery.id }, 'failed to record an attempt');
  }
}

async function attempt(
  deps: DeliverDeps,
  { delivery, body, target }: { delivery: ClaimedDelivery; body: Buffer; target: Target },
  span?: Span,
): Promise<void> {
  const startedAtMs = deps.clock.now();
  const { type, eventId, id: deliveryId, storeId, isTest } = delivery;
  const content = { type, eventId, deliveryId, storeId, isTest, nowMs: startedAtMs, body };
  const signed = signBody(content, secretsOf(deps.secretBox, target, startedAtMs));
  const result = await deps.attempt({ url: target.url, headers: headersOf(content, signed), body });
  if (span) describeAttempt(span, delivery, target, result);
  await recordWithRetries(deps, { delivery, startedAtMs, url: target.url, signed, result });
}

/** Completes the span of an attempt. The path and the query of the URL may contain secrets of the receiver. */
function describeAttempt(
  span: Span,
  delivery: ClaimedDelivery,
  target: Target,
  { status, error }: AttemptResult,
): void {
  span.setAttributes({
    'http.request.method': 'POST',
    'server.address': new URL(target.url).hostname,
    'webhook.delivery': delivery.id,
    'webhook.event': delivery.eventId,
  });
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  if (error !== undefined) failSpan(span, status === undefined ? 'no_response' : String(status));
}

function secretsOf(box: SecretBox, target: Target, nowMs: number): SigningSecrets {
  const open = (sealed: string): string => box.open(sealed, secretPurpose(target.appId));
  const { secret, previousSecret, previousUntil } = target;
  const current = open(secret);
  if (previousSecret === null || previousUntil === null || previousUntil.getTime() <= nowMs)
    return { current };
  return { current, previous: open(previousSecret) };
}

/**
 * Records a result, waiting for a database that is briefly down: a success that is not recorded would be delivered
 * again.
 */
async function recordWithRetries(deps: DeliverDeps, finished: FinishedAttempt): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await recordAttempt(deps, finished);
    } catch (error) {
      if (tries === RECORD_TRIES) throw error;
      await sleep(RECORD_PAUSE_MS);
    }
  }
}

const postpone = ({ db, clock }: DeliverDeps, deliveries: ClaimedDelivery[], byMs: number): Promise<void> =>
  deliveryPostpone(db, deliveries, clock.now() + byMs);

/**
 * Holds deliveries of suspended apps: claimed before the suspension, or created since by a fan-out that had read the
 * installations before it.
 */
async function hold(deps: DeliverDeps, deliveries: ClaimedDelivery[]): Promise<void> {
  const nowMs = deps.clock.now();
  for (const appId of new Set(deliveries.map((delivery) => delivery.appId)))
    await heldDeliveryInsertNextOfApp(deps.db, appId, nowMs, MANDATORY_TYPES);
  // Ends their leases, and leaves those that are not held yet to the next claim.
  await postpone(deps, deliveries, 0);
}

/** Should never happen: the event row is missing. Cancels the delivery, or it would be retried forever. */
async function cancelWithoutEvent(
  { db, clock, logger }: DeliverDeps,
  delivery: ClaimedDelivery,
): Promise<void> {
  const { id, eventId, attempts } = delivery;
  logger.error(
    { delivery_id: id, event_id: eventId },
    'the event of a delivery is missing, the delivery is cancelled',
  );
  const nowMs = clock.now();
  const cancelled = {
    attempts,
    state: 'cancelled' as const,
    dueAtMs: nowMs,
    attemptedAtMs: nowMs,
    status: undefined,
    error: 'The event is no longer kept.',
  };
  await deliveryRecordFailure(db, delivery, cancelled, nowMs);
}

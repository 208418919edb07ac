import {
  AppUninstalled,
  StoreRedact,
  StoreSuspensionChanged,
} from '@commerce/proto/commerce/auth/v1/events.ts';
import type { StoreInstallation } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { ProductDeleted } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { verdictOf } from '../domain/audience.ts';
import { eventTypeOf, MANDATORY_TYPES } from '../domain/event-types.ts';
import { closedInstallationInsert, closedInstallationList } from '../store/closed-installation.ts';
import { deliveryInsertMany, type NewDelivery } from '../store/delivery.ts';
import { endpointListSubscriptions, type Subscription } from '../store/endpoint.ts';
import { eventInsertMany } from '../store/event.ts';
import { feedClockAdvance } from '../store/feed-clock.ts';
import { feedEntryInsertMany, type NewFeedEntry } from '../store/feed-entry.ts';
import { heldDeliveryInsertOpen, heldDeliveryRelease } from '../store/held-delivery.ts';
import { suspendedStoreList, suspendedStorePut } from '../store/suspended-store.ts';
import { unsentEventInsertMany, type NewUnsentEvent } from '../store/unsent-event.ts';

/** Dependencies of the fan-out. */
export interface FanOutDeps extends Pick<Deps, 'clock' | 'partitions' | 'wakeDispatcher'> {
  clients: Pick<Deps['clients'], 'listInstallations'>;
}

/** Facts determined before the transaction. */
export interface Prepared {
  nowMs: number;
  day: string;
  /** The store's installations after the last of the events had happened. */
  installed: Recipient[];
}

type Recipient = Pick<StoreInstallation, 'installationId' | 'appId' | 'scopes' | 'suspended'>;

/** Facts read in the transaction. */
interface Audience {
  /** The first of the reserved feed numbers. */
  firstSeq: number;
  closed: Set<string>;
  subscriptions: Map<string, Subscription>;
  /** The platform has suspended the store: deliveries wait for its restoration. */
  suspended: boolean;
}

interface Outcome {
  entries: NewFeedEntry[];
  deliveries: NewDelivery[];
  unsent: NewUnsentEvent[];
}

/** Turns the events of a store into deliveries, feed entries and reasons for not sending, for each installed app. */
export class FanOut {
  readonly #deps: FanOutDeps;
  #hasDue = false;

  constructor(deps: FanOutDeps) {
    this.#deps = deps;
  }

  /** Lists the installations now, after the events, so that apps uninstalled before them are not included. */
  prepare = async (events: readonly Event[], ctx: Context): Promise<Prepared> => {
    const { clock, clients, partitions } = this.#deps;
    const nowMs = clock.now();
    const needsInstallations = events.some((event) => addresseeOf(event) === undefined);
    const [day, installed] = await Promise.all([
      partitions.ensure(nowMs),
      needsInstallations ? clients.listInstallations(ctx, events[0]!.storeId) : [],
    ]);
    return { nowMs, day, installed };
  };

  /** Writes the outcome of events of one store. */
  handle = async (tx: Queryable, events: readonly Event[], prepared: Prepared): Promise<void> => {
    const { nowMs, day } = prepared;
    const { storeId } = events[0]!;
    for (const event of events)
      if (isSuspension(event)) this.#hasDue = (await setSuspension(tx, event, prepared)) || this.#hasDue;
    const sent = events.filter((event) => isPublic(event) && recipientsOf(event, prepared).length > 0);
    if (sent.length === 0) return;
    const audience = await readAudience(tx, storeId, sent, prepared);
    const { entries, deliveries, unsent } = decide(sent, audience, prepared);
    await eventInsertMany(tx, day, sent);
    await feedEntryInsertMany(tx, storeId, day, entries);
    await unsentEventInsertMany(tx, storeId, day, unsent);
    // Before the deliveries are inserted, so that the one of app.uninstalled itself is not cancelled.
    for (const event of sent) if (event.type === 'app.uninstalled') await close(tx, event, nowMs);
    await deliveryInsertMany(tx, storeId, nowMs, deliveries);
    if (audience.suspended) await hold(tx, storeId, prepared);
    this.#hasDue ||= deliveries.length > 0;
  };

  /** Wakes the dispatcher unless no event was delivered, as most are not. */
  committed = (): void => {
    if (!this.#hasDue) return;
    this.#hasDue = false;
    this.#deps.wakeDispatcher();
  };
}

/** The only recipient of an event about an installation itself; undefined for other events. */
function addresseeOf({ type, payload }: Event): Recipient | undefined {
  if (type !== 'app.uninstalled' && type !== 'store.redact') return undefined;
  const message = type === 'app.uninstalled' ? AppUninstalled.decode(payload) : StoreRedact.decode(payload);
  if (message.installation === undefined) throw new Error(`${type} without an installation`);
  const { installationId, appId, scopes } = message.installation;
  return { installationId, appId, scopes, suspended: false };
}

const isSuspension = ({ type }: Event): boolean => type === 'store.suspended' || type === 'store.restored';

/** Excludes suspensions, and the deletion of a draft, whose creation was not published either. */
const isPublic = (event: Event): boolean =>
  !isSuspension(event) &&
  (event.type !== 'product.deleted' || !ProductDeleted.decode(event.payload).wasDraft);

/** Holds or releases the deliveries of a store. @returns true when deliveries became due */
async function setSuspension(
  tx: Queryable,
  { storeId, payload }: Event,
  prepared: Prepared,
): Promise<boolean> {
  const change = StoreSuspensionChanged.decode(payload);
  // Locks the clock: no fan-out of the store decides by the previous state.
  await feedClockAdvance(tx, storeId, 0);
  if (!(await suspendedStorePut(tx, storeId, change))) return false;
  if (!change.suspended) return (await heldDeliveryRelease(tx, storeId, prepared.nowMs)) > 0;
  await hold(tx, storeId, prepared);
  return false;
}

/** Mandatory events are sent all the same: they concern the privacy of people, or the end of an installation. */
function hold(tx: Queryable, storeId: string, { installed, nowMs }: Prepared): Promise<void> {
  const ids = installed.map(({ installationId }) => installationId);
  return heldDeliveryInsertOpen(tx, storeId, ids, nowMs, MANDATORY_TYPES);
}

function recipientsOf(event: Event, { installed }: Prepared): Recipient[] {
  const addressee = addresseeOf(event);
  return addressee === undefined ? installed : [addressee];
}

async function readAudience(
  tx: Queryable,
  storeId: string,
  events: readonly Event[],
  prepared: Prepared,
): Promise<Audience> {
  const recipients = events.flatMap((event) => recipientsOf(event, prepared));
  // First, because closed installations must be read under this lock.
  const firstSeq = await feedClockAdvance(tx, storeId, recipients.length);
  const installationIds = [...new Set(recipients.map(({ installationId }) => installationId))];
  const appIds = [...new Set(recipients.map(({ appId }) => appId))];
  const closed = await closedInstallationList(tx, storeId, installationIds);
  const suspended = (await suspendedStoreList(tx, [storeId])).has(storeId);
  return { firstSeq, closed, subscriptions: await endpointListSubscriptions(tx, appIds), suspended };
}

function decide(
  events: readonly Event[],
  { firstSeq, closed, subscriptions }: Audience,
  prepared: Prepared,
): Outcome {
  const outcome: Outcome = { entries: [], deliveries: [], unsent: [] };
  let seq = firstSeq;
  for (const event of events) {
    const actorAppId = event.actor?.kind === Actor_Kind.INSTALLATION ? event.actor.appId : '';
    for (const { installationId, appId, scopes, suspended } of recipientsOf(event, prepared)) {
      const verdict = verdictOf(eventTypeOf(event.type), actorAppId, {
        installationId,
        appId,
        scopes,
        suspended,
        closed: closed.has(installationId),
        endpoint: subscriptions.get(appId),
      });
      const { id: eventId, type, occurredAtMs } = event;
      const common = { installationId, eventId, type, seesCosts: scopes.includes('read_costs') };
      if (verdict.feed) outcome.entries.push({ ...common, seq: seq++, occurredAtMs });
      if (verdict.reason) outcome.unsent.push({ eventId, installationId, appId, reason: verdict.reason });
      if (verdict.deliver) {
        outcome.deliveries.push({ ...common, id: newId('dlv'), appId, eventDay: prepared.day });
      }
    }
  }
  return outcome;
}

async function close(tx: Queryable, event: Event, nowMs: number): Promise<void> {
  const { installationId, appId } = addresseeOf(event)!;
  await closedInstallationInsert(
    tx,
    { storeId: event.storeId, installationId, appId },
    nowMs,
    MANDATORY_TYPES,
  );
}

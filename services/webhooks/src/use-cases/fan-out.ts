import { AppUninstalled, StoreRedact } from '@commerce/proto/commerce/auth/v1/events.ts';
import type { StoreInstallation } from '@commerce/proto/commerce/auth/v1/installations.ts';
import { ProductDeleted } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { InstallationsOf } from '../clients/installations.ts';
import { verdictOf } from '../domain/audience.ts';
import { eventTypeOf, MANDATORY_TYPES } from '../domain/event-types.ts';
import { closedInstallationInsert, closedInstallationList } from '../store/closed-installation.ts';
import { deliveryInsertMany, type NewDelivery } from '../store/delivery-insert-many.ts';
import { endpointListSubscriptions, type Subscribed } from '../store/endpoint-list-subscriptions.ts';
import { eventInsertMany } from '../store/event-insert-many.ts';
import { feedClockAdvance } from '../store/feed-clock-advance.ts';
import { feedEntryInsertMany, type FeedEntry } from '../store/feed-entry-insert-many.ts';
import { unsentEventInsertMany, type UnsentEvent } from '../store/unsent-event-insert-many.ts';
import type { Partitions } from './partitions.ts';

/** What fanning out works with. */
export interface FanOutDeps {
  clock: Clock;
  installationsOf: InstallationsOf;
  partitions: Partitions;
  /** Told when deliveries are due. */
  wake: () => void;
}

/** What was found out before the transaction. */
interface Prepared {
  nowMs: number;
  day: string;
  /** The store's installations after the last of the events had happened. */
  installed: Recipient[];
}

type Recipient = Pick<StoreInstallation, 'installationId' | 'appId' | 'scopes' | 'suspended'>;

/** What a transaction knows: whom there is, what they hear, who is gone. */
interface Audience {
  firstSeq: number;
  closed: Set<string>;
  endpoints: Map<string, Subscribed>;
}

interface Outcome {
  entries: FeedEntry[];
  deliveries: NewDelivery[];
  unsent: UnsentEvent[];
}

/** Turns the events of a store into deliveries, feed entries and reasons why not, for each app that is installed. */
export class FanOut {
  readonly #deps: FanOutDeps;
  #hasDue = false;

  constructor(deps: FanOutDeps) {
    this.#deps = deps;
  }

  /** Asks auth who is installed now: after the events, so nobody who was uninstalled before them is among those. */
  prepare = async (events: readonly Event[], ctx: Context): Promise<Prepared> => {
    const { clock, installationsOf, partitions } = this.#deps;
    const nowMs = clock.now();
    const asks = events.some((event) => addresseeOf(event) === undefined);
    const [day, installed] = await Promise.all([
      partitions.ready(nowMs),
      asks ? installationsOf(ctx, events[0]!.storeId) : [],
    ]);
    return { nowMs, day, installed };
  };

  /** Writes what becomes of the events. All of them are of one store. */
  handle = async (tx: Queryable, events: readonly Event[], prepared: Prepared): Promise<void> => {
    const { nowMs, day } = prepared;
    const { storeId } = events[0]!;
    const sent = events.filter((event) => isTold(event) && recipientsOf(event, prepared).length > 0);
    if (sent.length === 0) return;
    const audience = await readAudience(tx, storeId, sent, prepared);
    const { entries, deliveries, unsent } = decide(sent, audience, prepared);
    await eventInsertMany(tx, day, sent);
    await feedEntryInsertMany(tx, storeId, day, entries);
    await unsentEventInsertMany(tx, storeId, day, unsent);
    // Before the deliveries: that of app.uninstalled itself stays.
    for (const event of sent) if (event.type === 'app.uninstalled') await close(tx, event, nowMs);
    await deliveryInsertMany(tx, storeId, nowMs, deliveries);
    this.#hasDue ||= deliveries.length > 0;
  };

  /** Most events are delivered to nobody: then there is nothing to look for. */
  committed = (): void => {
    if (!this.#hasDue) return;
    this.#hasDue = false;
    this.#deps.wake();
  };
}

/** The installation that an event of the life of one goes to, whoever else is installed; undefined for other events. */
function addresseeOf({ type, payload }: Event): Recipient | undefined {
  if (type !== 'app.uninstalled' && type !== 'store.redact') return undefined;
  const message = type === 'app.uninstalled' ? AppUninstalled.decode(payload) : StoreRedact.decode(payload);
  if (message.installation === undefined) throw new Error(`${type} without an installation`);
  const { installationId, appId, scopes } = message.installation;
  return { installationId, appId, scopes, suspended: false };
}

/** A draft was never told of, so neither is its end. */
const isTold = ({ type, payload }: Event): boolean =>
  type !== 'product.deleted' || !ProductDeleted.decode(payload).wasDraft;

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
  // First: it is the lock under which who is closed is read.
  const firstSeq = await feedClockAdvance(tx, storeId, recipients.length);
  const installationIds = [...new Set(recipients.map(({ installationId }) => installationId))];
  const appIds = [...new Set(recipients.map(({ appId }) => appId))];
  const closed = await closedInstallationList(tx, storeId, installationIds);
  return { firstSeq, closed, endpoints: await endpointListSubscriptions(tx, appIds) };
}

function decide(
  events: readonly Event[],
  { firstSeq, closed, endpoints }: Audience,
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
        endpoint: endpoints.get(appId),
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

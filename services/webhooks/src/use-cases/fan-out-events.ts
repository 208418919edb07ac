import DataLoader from 'dataloader';
import {
  AppUninstalled,
  InstallationChanged,
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
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { verdictOf } from '../domain/audience.ts';
import { eventTypeOf, MANDATORY_TYPES } from '../domain/event-types.ts';
import { closedInstallationCancelNext, closedInstallationInsert } from '../store/closed-installation.ts';
import { deliveryCancelStoreRedact } from '../store/delivery.ts';
import {
  fanOutInsert,
  fanOutListStates,
  fanOutSettle,
  type Addressees,
  type FanOutDelivery,
  type FanOutResult,
  type FanOutState,
  type NewFeedEntry,
  type NewUnsentEvent,
} from '../store/fan-out.ts';
import { feedClockAdvance } from '../store/feed-clock.ts';
import { heldDeliveryInsertOpen, heldDeliveryRelease } from '../store/held-delivery.ts';
import { suspendedStorePut } from '../store/suspended-store.ts';
import { setAppSuspension } from './set-app-suspension.ts';

/** Dependencies of the fan-out. */
export interface FanOutDeps extends Pick<Deps, 'db' | 'clock' | 'partitions' | 'jobs' | 'wakeDispatcher'> {
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

/** Turns the events of a store into deliveries, feed entries and reasons for not sending, for each installed app. */
export class FanOut {
  readonly #deps: FanOutDeps;
  /** Reads the states of stores whose installations have arrived together. */
  readonly #states: DataLoader<Addressees, FanOutState>;
  /** Apps with new deliveries. */
  readonly #due = new Set<string>();

  constructor(deps: FanOutDeps) {
    this.#deps = deps;
    this.#states = new DataLoader((stores: readonly Addressees[]) => fanOutListStates(deps.db, stores), {
      cache: false,
    });
  }

  /**
   * Cancels the deliveries of uninstalled apps, and lists the installations now, after the events, so that apps
   * uninstalled before them are not included.
   */
  prepare = async (events: readonly Event[], ctx: Context): Promise<Prepared> => {
    const { db, clock, clients, partitions } = this.#deps;
    const nowMs = clock.now();
    for (const event of events) if (event.type === 'app.uninstalled') await cancelOrdinary(db, event, nowMs);
    const needsInstallations = events.some(
      (event) =>
        event.type !== 'app.uninstalled' && event.type !== 'app.installed' && !isAppSuspension(event),
    );
    const [day, installed] = await Promise.all([
      partitions.ensure(nowMs),
      needsInstallations ? clients.listInstallations(ctx, events[0]!.storeId) : [],
    ]);
    return { nowMs, day, installed };
  };

  /**
   * Handles ordinary events by one statement, which writes nothing when the store was suspended or an app uninstalled
   * after its state was read.
   */
  settle = async (events: readonly Event[], prepared: Prepared): Promise<boolean> => {
    if (events.some((event) => isInternal(event) || addresseeOf(event) !== undefined)) return false;
    const sent = sentOf(events, prepared);
    if (sent.length === 0) return true;
    const state = await this.#states.load(addresseesOf(sent, prepared));
    if (state.lastSeq === undefined || state.suspended) return false;
    const result = decide(sent, state, state.lastSeq + 1, prepared);
    const settled = await fanOutSettle(this.#deps.db, result, state.lastSeq);
    if (settled) this.#addDue(result);
    return settled;
  };

  /** Handles events of one store in a transaction, in which its feed is locked. */
  handle = async (tx: Unit, events: readonly Event[], prepared: Prepared, ctx: Context): Promise<void> => {
    const { storeId } = events[0]!;
    for (const event of events)
      if (isSuspension(event)) await setSuspension(tx, event, prepared);
      else if (isAppSuspension(event)) await setAppSuspension(this.#deps, tx, ctx, event);
      else if (event.type === 'app.installed') await cancelStoreRedact(tx, event, prepared);
    const sent = sentOf(events, prepared);
    if (sent.length === 0) return;
    const addressees = addresseesOf(sent, prepared);
    // First, because closed installations must be read under this lock.
    const firstSeq = await feedClockAdvance(tx, storeId, sent.length * addressees.installationIds.length);
    const [state] = await fanOutListStates(tx, [addressees]);
    const result = decide(sent, state!, firstSeq, prepared);
    // Before the deliveries are inserted, so that the one of app.uninstalled itself is not cancelled.
    for (const event of sent) if (event.type === 'app.uninstalled') await close(tx, event, prepared.nowMs);
    await fanOutInsert(tx, result);
    if (state!.suspended) await hold(tx, storeId, prepared);
    this.#addDue(result);
  };

  /** Wakes the dispatcher unless no event was delivered, as most are not. */
  committed = (): void => {
    if (this.#due.size === 0) return;
    this.#deps.wakeDispatcher(this.#due);
    this.#due.clear();
  };

  #addDue({ deliveries }: FanOutResult): void {
    for (const { appId } of deliveries) this.#due.add(appId);
  }
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

/** They belong to no store, and so never arrive with other events. */
const isAppSuspension = ({ type }: Event): boolean => type === 'app.suspended' || type === 'app.restored';

const isInternal = (event: Event): boolean =>
  isSuspension(event) || isAppSuspension(event) || event.type === 'app.installed';

/** Excludes internal events, and the deletion of a draft, whose creation was not published either. */
const isPublic = (event: Event): boolean =>
  !isInternal(event) && (event.type !== 'product.deleted' || !ProductDeleted.decode(event.payload).wasDraft);

/** Holds or releases the deliveries of a store. */
async function setSuspension(tx: Queryable, { storeId, payload }: Event, prepared: Prepared): Promise<void> {
  const change = StoreSuspensionChanged.decode(payload);
  // Locks the clock and changes it: no fan-out of the store decides by the previous state.
  await feedClockAdvance(tx, storeId, 1);
  if (!(await suspendedStorePut(tx, storeId, change))) return;
  if (change.suspended) await hold(tx, storeId, prepared);
  else await heldDeliveryRelease(tx, storeId, prepared.nowMs);
}

/** Mandatory events are sent all the same: they concern the privacy of people, or the end of an installation. */
function hold(tx: Queryable, storeId: string, { installed, nowMs }: Prepared): Promise<void> {
  const ids = installed.map(({ installationId }) => installationId);
  return heldDeliveryInsertOpen(tx, storeId, ids, nowMs, MANDATORY_TYPES);
}

function recipientsOf(event: Event, { installed }: Prepared): Recipient[] {
  const addressee = addresseeOf(event);
  if (addressee === undefined) return installed;
  return event.type === 'store.redact' && isInstalledAgain(addressee, installed) ? [] : [addressee];
}

/** An installation after an uninstall is a new one. */
const isInstalledAgain = ({ appId, installationId }: Recipient, installed: readonly Recipient[]): boolean =>
  installed.some((other) => other.appId === appId && other.installationId !== installationId);

/** Cancels the `store.redact` of earlier installations of an app that was installed again. */
async function cancelStoreRedact(tx: Queryable, { payload }: Event, { nowMs }: Prepared): Promise<void> {
  const { installation } = InstallationChanged.decode(payload);
  if (installation === undefined) throw new Error('app.installed without an installation');
  await deliveryCancelStoreRedact(tx, installation, nowMs);
}

/** The events that have recipients. */
const sentOf = (events: readonly Event[], prepared: Prepared): Event[] =>
  events.filter((event) => isPublic(event) && recipientsOf(event, prepared).length > 0);

function addresseesOf(events: readonly Event[], prepared: Prepared): Addressees {
  const recipients = events.flatMap((event) => recipientsOf(event, prepared));
  return {
    storeId: events[0]!.storeId,
    installationIds: [...new Set(recipients.map(({ installationId }) => installationId))],
    appIds: [...new Set(recipients.map(({ appId }) => appId))],
  };
}

function decide(
  events: readonly Event[],
  { closed, subscriptions }: FanOutState,
  firstSeq: number,
  prepared: Prepared,
): FanOutResult {
  const entries: NewFeedEntry[] = [];
  const unsent: NewUnsentEvent[] = [];
  const deliveries: FanOutDelivery[] = [];
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
      if (verdict.feed) entries.push({ ...common, seq: firstSeq + entries.length, occurredAtMs });
      if (verdict.reason) unsent.push({ eventId, installationId, appId, reason: verdict.reason });
      if (verdict.deliver) deliveries.push({ ...common, id: newId('dlv'), appId });
    }
  }
  const { nowMs, day } = prepared;
  return { storeId: events[0]!.storeId, day, nowMs, events, entries, unsent, deliveries };
}

/** Cancels the ordinary deliveries of an uninstalled app in batches; `close` cancels those that are created until then. */
async function cancelOrdinary(db: Queryable, event: Event, nowMs: number): Promise<void> {
  const { installationId } = addresseeOf(event)!;
  const installation = { storeId: event.storeId, installationId };
  while ((await closedInstallationCancelNext(db, installation, nowMs, MANDATORY_TYPES)) > 0);
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

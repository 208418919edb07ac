import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Clock } from '../clock.ts';
import { systemContext } from '../context.ts';
import { deadlineIn, msUntil } from '../deadline.ts';
import type { Database } from '../db/database.ts';
import { notFound } from '../fault.ts';
import type { Writer } from '../write/writer.ts';
import { errorText } from './error-text.ts';
import { inboxInsertMany } from './inbox.ts';
import {
  parkedEventCount,
  parkedEventDelete,
  parkedEventFind,
  parkedEventList,
  parkedEventListIds,
  parkedEventRecordFailure,
  parkedEventUpsert,
  type ParkedEvent,
  type ParkedEventFilter,
} from './parked-event-store.ts';
import type { Work } from './work.ts';

/** Page size of a bulk replay. */
const PAGE = 100;
/** Time reserved for the response: no replay starts later than this before the deadline. */
const MARGIN_MS = 2_000;

/** Dependencies of `ParkedEvents`. */
export interface ParkedEventsDeps {
  db: Database;
  writer: Writer;
  clock: Clock;
}

/** Events that failed repeatedly: parked in the service's own database and replayed with the same handlers. */
export class ParkedEvents {
  readonly #deps: ParkedEventsDeps;
  readonly #works = new Map<string, Work>();

  constructor(deps: ParkedEventsDeps) {
    this.#deps = deps;
  }

  /** Registers the work that replays the events of its publishing service. */
  register(work: Work): void {
    this.#works.set(work.service, work);
  }

  park(event: ParkedEvent & { message: Uint8Array }): Promise<void> {
    return parkedEventUpsert(this.#deps.db, event);
  }

  list(
    filter: ParkedEventFilter,
    after: { lastFailedAtMs: number; eventId: string } | undefined,
    limit: number,
  ): Promise<ParkedEvent[]> {
    return parkedEventList(this.#deps.db, filter, after, limit);
  }

  /** The number of parked events by publishing service. */
  async count(): Promise<[source: string, events: number][]> {
    return (await parkedEventCount(this.#deps.db)).map(({ source, events }) => [source, events]);
  }

  /**
   * Handles a parked event again; its row is deleted in the transaction of the effect.
   * @returns the error if it stays parked; undefined when it was handled
   * @throws Fault `not_found`
   */
  async replay(eventId: string): Promise<string | undefined> {
    const parked = await parkedEventFind(this.#deps.db, eventId);
    if (parked === undefined) throw notFound();
    return this.#replay(eventId, parked);
  }

  async #replay(eventId: string, parked: { source: string; message: Buffer }): Promise<string | undefined> {
    const { db, clock } = this.#deps;
    try {
      const event = decodeEvent(parked.message);
      const work = this.#works.get(parked.source);
      if (!work?.types.includes(event.type))
        throw new Error(`this service does not consume ${event.type} of ${parked.source}`);
      await work.run([event], (unit) => parkedEventDelete(unit, eventId));
      return undefined;
    } catch (error) {
      const text = errorText(error);
      await parkedEventRecordFailure(db, eventId, text, new Date(clock.now()));
      return text;
    }
  }

  /**
   * Replays matching parked events, oldest first, until shortly before the deadline.
   * @param onReplayed called after each with its error, if any
   */
  async replayAll(
    filter: ParkedEventFilter,
    deadlineMs: number,
    onReplayed?: (eventId: string, error: string | undefined) => void,
  ): Promise<{ replayed: number; failed: number; hasMore: boolean }> {
    // Excludes events that fail during this replay.
    const failedBeforeMs = Math.min(filter.failedBeforeMs ?? Infinity, this.#deps.clock.now());
    const outcome = { replayed: 0, failed: 0, hasMore: false };
    for (let afterId = ''; ;) {
      const ids = await parkedEventListIds(this.#deps.db, { ...filter, failedBeforeMs }, afterId, PAGE);
      if (ids.length === 0) return outcome;
      for (const eventId of ids) {
        if (msUntil(deadlineMs) < MARGIN_MS) return { ...outcome, hasMore: true };
        const parked = await parkedEventFind(this.#deps.db, eventId);
        if (parked === undefined) continue;
        const error = await this.#replay(eventId, parked);
        outcome[error === undefined ? 'replayed' : 'failed']++;
        onReplayed?.(eventId, error);
      }
      afterId = ids.at(-1)!;
    }
  }

  /**
   * Removes a parked event without its effect and records it as handled, so that later deliveries have no
   * effect either.
   * @throws Fault `not_found`
   */
  async discard(eventId: string): Promise<void> {
    const parked = await parkedEventFind(this.#deps.db, eventId);
    if (parked === undefined) throw notFound();
    const ctx = systemContext('discard parked event', deadlineIn(MARGIN_MS));
    await this.#deps.writer.change(ctx, async (unit) => {
      await inboxInsertMany(unit, parked.storeId, [eventId]);
      await parkedEventDelete(unit, eventId);
    });
  }
}

/**
 * Decodes the event of a message.
 * @throws Error when the bytes are not an event
 */
export function decodeEvent(message: Uint8Array): Event {
  const event = Event.decode(message);
  if (event.id === '' || event.type === '') throw new Error('the message is not an event: no id or type');
  return event;
}

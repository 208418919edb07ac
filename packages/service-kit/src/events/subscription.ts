import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Context } from '../context.ts';
import type { Unit } from '../write/unit.ts';

/** Handler of an event; its effect is committed together with the inbox record. */
export type EventHandler = (unit: Unit, event: Event, ctx: Context) => Promise<void>;

/** Subscription to events of a service that are handled one by one. */
export interface Subscription {
  /** The publishing service. */
  service: string;
  /** Handlers by type; events of other types are not delivered. */
  handlers: Record<string, EventHandler>;
  /**
   * Handles an event without a transaction and inbox record, for effects that are one idempotent statement;
   * false, with nothing done, leaves the event to the handler.
   */
  settle?(event: Event): Promise<boolean>;
}

/** Subscription to events of a service that are handled in batches: those of one store that arrived together. */
export interface BatchSubscription<Prepared = unknown> {
  /** The publishing service. */
  service: string;
  /** Events of other types are not delivered. */
  types: readonly string[];
  /**
   * Fetches data that is needed before the transaction, such as another service's response; called after the
   * events have arrived.
   */
  prepare(events: readonly Event[], ctx: Context): Promise<Prepared>;
  /**
   * Handles the events by one statement, which records them in the inbox with `inboxInsert` and has the effects of those
   * that it returns; false, with nothing done, leaves the events to `handle`.
   */
  settle?(events: readonly Event[], prepared: Prepared): Promise<boolean>;
  /** Handles the events that were not handled before; committed together with their inbox records. */
  handle(unit: Unit, events: readonly Event[], prepared: Prepared, ctx: Context): Promise<void>;
  /** Called after the commit. */
  committed?(): void;
}

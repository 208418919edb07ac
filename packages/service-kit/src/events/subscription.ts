import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Context } from '../context.ts';
import type { Unit } from '../write/writer.ts';

/** Handles an event; its effect is committed with the note that the event was handled. */
export type EventHandler = (unit: Unit, event: Event, ctx: Context) => Promise<void>;

/** Events of a service that are handled one by one. */
export interface Subscription {
  /** The publishing service. */
  service: string;
  /** Handlers by type; events of other types are not delivered. */
  handlers: Record<string, EventHandler>;
  /**
   * Does what an event asks without a transaction and a note of the event, where that is one statement that does nothing when it is run
   * again; false, and nothing was done, leaves it to the handler.
   */
  settle?(event: Event): Promise<boolean>;
}

/** Events of a service that are handled several at a time: those of one store that arrived together. */
export interface BatchSubscription<Prepared = unknown> {
  /** The publishing service. */
  service: string;
  /** Events of other types are not delivered. */
  types: readonly string[];
  /** What is to be known before the transaction, such as another service's answer; asked after the events have arrived. */
  prepare(events: readonly Event[], ctx: Context): Promise<Prepared>;
  /** Handles those that were not handled before; committed with the note that they were. */
  handle(unit: Unit, events: readonly Event[], prepared: Prepared, ctx: Context): Promise<void>;
  /** Called after the commit. */
  committed?(): void;
}

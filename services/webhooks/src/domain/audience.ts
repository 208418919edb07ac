import type { UnsentReason } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { EventType } from './event-types.ts';

/** Reason for not sending an event, as in the database. */
export type UnsentReasonName = EnumName<typeof UnsentReason>;

/** An installation of the event's store, with the endpoint of its app. */
export interface Candidate {
  installationId: string;
  appId: string;
  scopes: readonly string[];
  /** The app or its developer is suspended. */
  suspended: boolean;
  /** The app was uninstalled after auth returned the installation. */
  closed: boolean;
  endpoint: { disabled: boolean; eventTypes: readonly string[] } | undefined;
}

/** The decision on an event for an installation. */
export interface Verdict {
  /** The event is sent; to a disabled endpoint once it is active again. */
  deliver: boolean;
  /** The event is in the installation's feed: it is sent, or would be to an active endpoint. */
  feed: boolean;
  /** Set when the event is not sent. */
  reason?: UnsentReasonName;
}

const SENT: Verdict = { deliver: true, feed: true };
const unsent = (reason: UnsentReasonName, feed = false): Verdict => ({ deliver: false, feed, reason });

/**
 * Decides whether an event goes to an installation (contract, section 6, "Delivery rules" and "Guarantees").
 * @param actorAppId the app that caused the event; empty when none did
 */
export function verdictOf(event: EventType, actorAppId: string, to: Candidate): Verdict {
  if (to.closed && event.type !== 'store.redact') return unsent('uninstalled');
  // Mandatory events need neither subscription nor scope, are sent to the app that caused them, and wait for a disabled
  // endpoint.
  if (event.mandatory) return to.endpoint === undefined ? unsent('no_endpoint', true) : SENT;
  if (actorAppId !== '' && actorAppId === to.appId) return unsent('own_echo');
  if (event.scope !== undefined && !to.scopes.includes(event.scope)) return unsent('scope_missing');
  if (to.suspended) return unsent('suspended');
  if (to.endpoint === undefined) return unsent('no_endpoint', true);
  if (!to.endpoint.eventTypes.includes(event.subscribedAs ?? event.type)) return unsent('not_subscribed');
  return to.endpoint.disabled ? unsent('disabled', true) : SENT;
}

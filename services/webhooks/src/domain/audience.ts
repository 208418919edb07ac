import type { EventType } from './event-types.ts';

/** Why an event is not sent to an app that is installed (decisions, "Webhooks"). */
export type UnsentReason =
  'own_echo' | 'scope_missing' | 'suspended' | 'not_subscribed' | 'no_endpoint' | 'disabled' | 'uninstalled';

/** An installation of the event's store, with what its app has said of its endpoint. */
export interface Candidate {
  installationId: string;
  appId: string;
  scopes: readonly string[];
  /** The app or its developer is suspended. */
  suspended: boolean;
  /** It was uninstalled since auth was asked. */
  closed: boolean;
  endpoint: { disabled: boolean; eventTypes: readonly string[] } | undefined;
}

/** What becomes of an event for an installation. */
export interface Verdict {
  /** It is sent; to a disabled endpoint once that is active again. */
  deliver: boolean;
  /** It is in the installation's feed: it is sent, or would be if there were an endpoint, or one that works. */
  feed: boolean;
  /** Why it is not sent. */
  reason?: UnsentReason;
}

const SENT: Verdict = { deliver: true, feed: true };
const unsent = (reason: UnsentReason, feed = false): Verdict => ({ deliver: false, feed, reason });

/**
 * Whether an event goes to an installation (contract, section 6, "Delivery rules" and "Guarantees").
 * @param actorAppId the app that caused it; empty when none did
 */
export function verdictOf(event: EventType, actorAppId: string, to: Candidate): Verdict {
  if (to.closed && event.type !== 'store.redact') return unsent('uninstalled');
  // Mandatory: without subscription and scope, to the app that uninstalls itself too, and kept for an endpoint that is disabled.
  if (event.mandatory) return to.endpoint === undefined ? unsent('no_endpoint', true) : SENT;
  if (actorAppId !== '' && actorAppId === to.appId) return unsent('own_echo');
  if (event.scope !== undefined && !to.scopes.includes(event.scope)) return unsent('scope_missing');
  if (to.suspended) return unsent('suspended');
  if (to.endpoint === undefined) return unsent('no_endpoint', true);
  if (!to.endpoint.eventTypes.includes(event.subscribedAs ?? event.type)) return unsent('not_subscribed');
  return to.endpoint.disabled ? unsent('disabled', true) : SENT;
}

/** What is known of a delivery after a failed attempt. */
export interface Failure {
  /** Whether its type is always sent. */
  mandatory: boolean;
  /** Whether the endpoint is active still. */
  active: boolean;
  /** How long to wait for the next attempt, in ms; undefined when there is none. */
  waitMs: number | undefined;
}

/** The state of a delivery that has failed, and when its next attempt is due. */
export interface NextState {
  state: 'pending' | 'retrying' | 'dead' | 'cancelled';
  dueInMs: number;
}

/**
 * Delivery states: pending → retrying → delivered or dead. While the endpoint is disabled an ordinary one is cancelled, and a mandatory
 * one pending until the endpoint is active again (decisions, "Webhooks").
 */
export function afterFailedAttempt({ mandatory, active, waitMs }: Failure): NextState {
  if (!active) return { state: mandatory ? 'pending' : 'cancelled', dueInMs: 0 };
  return waitMs === undefined ? { state: 'dead', dueInMs: 0 } : { state: 'retrying', dueInMs: waitMs };
}

import type { DeliveryState } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import type { EnumName } from '@commerce/proto/enum.ts';

/** State of a delivery, as in the database. */
export type DeliveryStateName = EnumName<typeof DeliveryState>;

/** A delivery after a failed attempt. */
export interface Failure {
  /** True for a mandatory type. */
  mandatory: boolean;
  /** True while the endpoint is active. */
  active: boolean;
  /** Wait before the next attempt, in ms; undefined when there is none. */
  waitMs: number | undefined;
}

/** The state of a failed delivery, and when its next attempt is due. */
export interface NextState {
  state: Exclude<DeliveryStateName, 'delivered'>;
  dueInMs: number;
}

/**
 * State transitions: pending → retrying → delivered or dead. While the endpoint is disabled, an ordinary delivery is
 * cancelled and a mandatory one is pending until the endpoint is active again (decisions, "Webhooks").
 */
export function afterFailedAttempt({ mandatory, active, waitMs }: Failure): NextState {
  if (!active) return { state: mandatory ? 'pending' : 'cancelled', dueInMs: 0 };
  return waitMs === undefined ? { state: 'dead', dueInMs: 0 } : { state: 'retrying', dueInMs: waitMs };
}

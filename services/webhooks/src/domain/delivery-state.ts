import { DeliveryState } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';

/** Delivery states by their names in the database. */
export const DELIVERY_STATES: Record<string, DeliveryState> = {
  pending: DeliveryState.PENDING,
  retrying: DeliveryState.RETRYING,
  delivered: DeliveryState.DELIVERED,
  dead: DeliveryState.DEAD,
  cancelled: DeliveryState.CANCELLED,
};

/** The name of a delivery state in the database; undefined for an unknown state. */
export const stateName = (state: DeliveryState): string | undefined =>
  Object.keys(DELIVERY_STATES).find((name) => DELIVERY_STATES[name] === state);

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
  state: 'pending' | 'retrying' | 'dead' | 'cancelled';
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

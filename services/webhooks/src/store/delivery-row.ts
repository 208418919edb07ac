import { DeliveryState, type Delivery } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';

/** A delivery as the log reads it. */
export interface DeliveryRow {
  id: string;
  event_id: string;
  type: string;
  store_id: string;
  installation_id: string;
  state: string;
  attempts: number;
  created_at: Date;
  due_at: Date;
  finished_at: Date | null;
  last_attempt_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  replay_of: string | null;
  is_test: boolean;
}

/** The columns of a DeliveryRow, of `d`. */
export const DELIVERY_COLUMNS = `d.id, d.event_id, d.type, d.store_id, d.installation_id, d.state, d.attempts, d.created_at, d.due_at,
  d.finished_at, d.last_attempt_at, d.last_status, d.last_error, d.replay_of, d.is_test`;

const STATES: Record<string, DeliveryState> = {
  pending: DeliveryState.PENDING,
  retrying: DeliveryState.RETRYING,
  delivered: DeliveryState.DELIVERED,
  dead: DeliveryState.DEAD,
  cancelled: DeliveryState.CANCELLED,
};

/** The name of a state in the table; undefined for one that there is not. */
export const stateName = (state: DeliveryState): string | undefined =>
  Object.keys(STATES).find((name) => STATES[name] === state);

/** A delivery as it is told. */
export function toDelivery(row: DeliveryRow): Delivery {
  const isOpen = row.state === 'pending' || row.state === 'retrying';
  return {
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    storeId: row.store_id,
    installationId: row.installation_id,
    state: STATES[row.state] ?? DeliveryState.UNSPECIFIED,
    attempts: row.attempts,
    createdAtMs: row.created_at.getTime(),
    dueAtMs: isOpen ? row.due_at.getTime() : undefined,
    finishedAtMs: row.finished_at?.getTime(),
    lastAttemptAtMs: row.last_attempt_at?.getTime(),
    lastStatus: row.last_status ?? undefined,
    lastError: row.last_error ?? undefined,
    replayOf: row.replay_of ?? '',
    isTest: row.is_test,
  };
}

import { conflict, Fault, invalid, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { isReadableLine } from '@commerce/texts/readable.ts';

/** What a status means: the sale goes on, is fulfilled, or came to a bad end. */
export type StatusKind = 'open' | 'fulfilled' | 'closed_bad';

/** One step of a store's status flow. */
export interface StatusStep {
  /** As the API tells it. */
  status: string;
  /** As the merchant reads it. */
  label: string;
  kind: StatusKind;
}

/** The statuses that an order of a store can have, in their order: orders move forward only, steps may be skipped. */
export type StatusFlow = readonly StatusStep[];

/** The beginning of every flow. */
const FIRST: StatusStep = { status: 'pending', label: 'Pendiente', kind: 'open' };

/** The ends of every flow: the good one, and the four bad ones. */
const ENDS: StatusFlow = [
  { status: 'delivered', label: 'Entregado', kind: 'fulfilled' },
  { status: 'cancelled', label: 'Cancelado', kind: 'closed_bad' },
  { status: 'rejected', label: 'Rechazado', kind: 'closed_bad' },
  { status: 'returned', label: 'Devuelto', kind: 'closed_bad' },
  { status: 'expired', label: 'Vencido', kind: 'closed_bad' },
];

/** The statuses at which a sale is over: the ends are the same in every flow. */
export const END_STATUSES: readonly string[] = ENDS.map(({ status }) => status);

/** The flow of a store that has made none of its own. */
export const DEFAULT_FLOW: StatusFlow = [
  FIRST,
  { status: 'confirmed', label: 'Confirmado', kind: 'open' },
  { status: 'preparing', label: 'En preparación', kind: 'open' },
  { status: 'shipped', label: 'Enviado', kind: 'open' },
  ...ENDS,
];

/** The statuses that the API can ask for (contract, section 3). */
export const API_STATUSES: readonly string[] = ['confirmed', 'preparing', 'shipped', 'delivered'];

/** A bad end, which is also the reason that `order.cancelled` tells. */
export type BadEnd = 'cancelled' | 'rejected' | 'returned' | 'expired';

/** Most steps between pending and delivered. */
const MOST_STEPS = 30;
const STATUS_NAME = /^[a-z][a-z0-9_]{0,63}$/;
const LONGEST_LABEL = 100;

/** Whether an order of that flow can have that status. */
export function hasStatus(flow: StatusFlow, status: string): boolean {
  return flow.some((step) => step.status === status);
}

/** Whether a sale in that status goes on. */
export function isOpen(status: string): boolean {
  return !END_STATUSES.includes(status);
}

/** Whether an order in that status has come to a bad end. */
export function isBadEnd(status: string): status is BadEnd {
  return ENDS.some((step) => step.status === status && step.kind === 'closed_bad');
}

/**
 * Checks a move within a flow (decisions, "Orders").
 * @returns false when the order is there already
 * @throws Fault `invalid_request` for a name that nobody may set, `status_not_in_flow`, `invalid_transition`
 */
export function requireMove(flow: StatusFlow, from: string, to: string): boolean {
  if (isBadEnd(to) || !(hasStatus(flow, to) || API_STATUSES.includes(to)))
    throw invalid('status', 'No order can be brought into this status.');
  if (!hasStatus(flow, to))
    throw conflict('status_not_in_flow', "The store's status flow does not have this status.", 'status');
  if (from === to) return false;
  const place = (status: string) => flow.findIndex((step) => step.status === status);
  if (!isOpen(from)) throw invalidTransition(`The order is ${from}: it has come to its end.`);
  if (place(to) < place(from)) throw invalidTransition(`The order is ${from}, which comes after ${to}.`);
  return true;
}

/** The order cannot come from its status into the one asked for. */
export const invalidTransition = (message: string): Fault => conflict('invalid_transition', message);

/** Whether goods of an order in that status are on their way to the buyer, or there. */
export function isUnderWay(flow: StatusFlow, status: string): boolean {
  const place = (name: string) => flow.findIndex((step) => step.status === name);
  return !isOpen(status) || (hasStatus(flow, 'shipped') && place(status) >= place('shipped'));
}

/**
 * A flow of the merchant's own: the steps between pending and delivered, in their order; the ends are those of every flow.
 * @throws Fault `invalid_request` naming each bad `steps[n]`
 */
export function flowOf(steps: readonly { status: string; label: string }[]): StatusFlow {
  if (steps.length > MOST_STEPS) throw invalid('steps', `At most ${MOST_STEPS} steps.`);
  const taken = new Set([FIRST, ...ENDS].map(({ status }) => status));
  const details: FaultDetail[] = [];
  steps.forEach(({ status, label }, n) => {
    const refuse = (field: string, message: string) =>
      details.push({ reason: 'invalid_value', field: `steps[${n}].${field}`, message });
    if (!STATUS_NAME.test(status))
      refuse('status', 'Must be 1 to 64 of a-z, 0-9 and _, and begin with a letter.');
    else if (taken.has(status)) refuse('status', 'Is there already, or one of the ends of every flow.');
    if (label.length < 1 || label.length > LONGEST_LABEL || !isReadableLine(label))
      refuse('label', `Must have 1 to ${LONGEST_LABEL} characters that can be seen, in one line.`);
    taken.add(status);
  });
  if (details.length > 0) throw new Fault('invalid_request', 'The status flow is not valid.', { details });
  return [FIRST, ...steps.map(({ status, label }) => ({ status, label, kind: 'open' as const })), ...ENDS];
}

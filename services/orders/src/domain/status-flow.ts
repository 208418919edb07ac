import { enumValue, findEnumValue, type EnumName } from '@commerce/proto/enum.ts';
import type { StatusFlowStep } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { BadEnd, StatusKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import { conflict, invalid, type Fault } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { contentVersion } from '@commerce/service-kit/version.ts';

/** One step of a store's status flow. */
export interface StatusStep {
  /** Name in the API. */
  status: string;
  /** Name shown to the merchant. */
  label: string;
  kind: EnumName<typeof StatusKind>;
}

/** The statuses that an order of a store can have, in their order. Orders only move forward; steps may be skipped. */
export type StatusFlow = readonly StatusStep[];

/** The first step of every flow. */
const FIRST: StatusStep = { status: 'pending', label: 'Pendiente', kind: 'open' };

/** The last steps of every flow: the good end, and the four bad ones. */
const ENDS: StatusFlow = [
  { status: 'delivered', label: 'Entregado', kind: 'fulfilled' },
  { status: 'cancelled', label: 'Cancelado', kind: 'closed_bad' },
  { status: 'rejected', label: 'Rechazado', kind: 'closed_bad' },
  { status: 'returned', label: 'Devuelto', kind: 'closed_bad' },
  { status: 'expired', label: 'Vencido', kind: 'closed_bad' },
];

/** The statuses that end a sale, the same in every flow. */
export const END_STATUSES: readonly string[] = ENDS.map(({ status }) => status);

/** The flow of a store without its own. */
export const DEFAULT_FLOW: StatusFlow = [
  FIRST,
  { status: 'confirmed', label: 'Confirmado', kind: 'open' },
  { status: 'preparing', label: 'En preparación', kind: 'open' },
  { status: 'shipped', label: 'Enviado', kind: 'open' },
  ...ENDS,
];

/** The statuses that the API can set (contract, section 3). */
const API_STATUSES: readonly string[] = ['confirmed', 'preparing', 'shipped', 'delivered'];

/** Name of a bad end, which is also the `reason` of `order.cancelled`. */
export type BadEndName = EnumName<typeof BadEnd>;

/** Maximum number of steps between pending and delivered. */
const MAX_STEPS = 30;
const STATUS_NAME = /^[a-z][a-z0-9_]{0,63}$/;
const MAX_LABEL = 100;

export function hasStatus(flow: StatusFlow, status: string): boolean {
  return flow.some((step) => step.status === status);
}

/** Returns whether a sale in this status is open. */
export function isOpen(status: string): boolean {
  return !END_STATUSES.includes(status);
}

export function isBadEnd(status: string): status is BadEndName {
  return findEnumValue(BadEnd, status) !== undefined;
}

/**
 * Checks a move within a flow (decisions, "Orders").
 * @returns false when the order has the status already
 * @throws Fault `invalid_request` for a status that cannot be set, `status_not_in_flow`, `invalid_transition`
 */
export function requireMove(flow: StatusFlow, from: string, to: string): boolean {
  if (isBadEnd(to) || !(hasStatus(flow, to) || API_STATUSES.includes(to)))
    throw invalid('status', 'Orders cannot be moved to this status.');
  if (!hasStatus(flow, to))
    throw conflict('status_not_in_flow', "The store's status flow does not have this status.", 'status');
  if (from === to) return false;
  const indexOf = (status: string) => flow.findIndex((step) => step.status === status);
  if (!isOpen(from)) throw invalidTransition(`The order is ${from}, which is final.`);
  if (indexOf(to) < indexOf(from)) throw invalidTransition(`The order is ${from}, which comes after ${to}.`);
  return true;
}

/** The order cannot move from its status to the requested one. */
export const invalidTransition = (message: string): Fault => conflict('invalid_transition', message);

/** The next step of a flow, to which an open order can move; undefined for an order that has ended. */
export function nextStatus(flow: StatusFlow, from: string): string | undefined {
  if (!isOpen(from)) return undefined;
  return flow[flow.findIndex(({ status }) => status === from) + 1]?.status;
}

/** Returns whether an order in this status is on its way to the buyer, or has arrived or ended. */
export function isUnderWay(flow: StatusFlow, status: string): boolean {
  const indexOf = (name: string) => flow.findIndex((step) => step.status === name);
  return !isOpen(status) || (hasStatus(flow, 'shipped') && indexOf(status) >= indexOf('shipped'));
}

/** Statuses from which an order can end badly: every open one, and others. */
const SOURCES: Readonly<Record<BadEndName, { everyOpen: boolean; also: readonly string[] }>> = {
  cancelled: { everyOpen: true, also: [] },
  rejected: { everyOpen: true, also: [] },
  returned: { everyOpen: false, also: ['shipped', 'delivered'] },
  expired: { everyOpen: true, also: [] },
};

/** Returns whether an order in this status can move to the bad end. */
export function canEndAs(status: string, end: BadEndName): boolean {
  const { everyOpen, also } = SOURCES[end];
  return (everyOpen && isOpen(status)) || also.includes(status);
}

/** The steps of a flow, as they are sent. */
export const stepsOf = (flow: StatusFlow): StatusFlowStep[] =>
  flow.map(({ status, label, kind }, index) => {
    const isNext = (to: string, n: number) =>
      isBadEnd(to) ? canEndAs(status, to) : isOpen(status) && n > index;
    const next = flow.map((step) => step.status).filter(isNext);
    return { status, label, kind: enumValue(StatusKind, kind), next };
  });

/** Version of a flow, which changes with its content. */
export const flowVersion = (flow: StatusFlow): string =>
  contentVersion(flow.map(({ status, label }) => [status, label]));

/**
 * Makes a flow of the merchant's steps between pending and delivered; first step and ends are those of every flow.
 * @throws Fault `invalid_request` naming each bad `steps[n]`
 */
export function flowOf(steps: readonly { status: string; label: string }[]): StatusFlow {
  const errors = new FieldErrors();
  if (!errors.count('steps', steps.length, 0, MAX_STEPS)) errors.throwIfAny();
  const taken = new Set([FIRST, ...ENDS].map(({ status }) => status));
  steps.forEach(({ status, label }, n) => {
    const field = `steps[${n}].status`;
    if (!STATUS_NAME.test(status))
      errors.add(field, 'Must be 1 to 64 characters of a-z, 0-9 and _, starting with a letter.');
    else if (taken.has(status)) errors.add(field, 'Is a duplicate, or a status that every flow has.');
    errors.line(`steps[${n}].label`, label, 1, MAX_LABEL);
    taken.add(status);
  });
  errors.throwIfAny();
  return [FIRST, ...steps.map(({ status, label }) => ({ status, label, kind: 'open' as const })), ...ENDS];
}

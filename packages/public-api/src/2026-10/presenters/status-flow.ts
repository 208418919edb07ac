import type { StatusFlowStep } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { StatusKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import { enumName } from '@commerce/proto/enum.ts';
import { SETTABLE_STATUSES } from '../schemas/order.ts';
import type { StatusFlowJson } from '../schemas/status-flow.ts';

const SETTABLE = new Set<string>(SETTABLE_STATUSES);

/** Status flow (decisions, "Additions to the contract"). */
export const presentStatusFlow = (steps: readonly StatusFlowStep[]): StatusFlowJson => ({
  statuses: steps.map(({ status, label, kind, next }) => ({
    status,
    label,
    kind: enumName(StatusKind, kind),
    is_settable: SETTABLE.has(status),
    next,
  })),
});

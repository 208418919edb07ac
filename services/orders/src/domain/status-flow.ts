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

/** The flow of a store that has made none of its own. */
export const DEFAULT_FLOW: StatusFlow = [
  { status: 'pending', label: 'Pendiente', kind: 'open' },
  { status: 'confirmed', label: 'Confirmado', kind: 'open' },
  { status: 'preparing', label: 'En preparación', kind: 'open' },
  { status: 'shipped', label: 'Enviado', kind: 'open' },
  { status: 'delivered', label: 'Entregado', kind: 'fulfilled' },
  { status: 'cancelled', label: 'Cancelado', kind: 'closed_bad' },
  { status: 'rejected', label: 'Rechazado', kind: 'closed_bad' },
  { status: 'returned', label: 'Devuelto', kind: 'closed_bad' },
  { status: 'expired', label: 'Vencido', kind: 'closed_bad' },
];

/** Whether an order of that flow can have that status. */
export function hasStatus(flow: StatusFlow, status: string): boolean {
  return flow.some((step) => step.status === status);
}

import type { StatusFlowStep } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { StatusKind } from '@commerce/proto/commerce/orders/v1/values.ts';

const { OPEN, FULFILLED, CLOSED_BAD } = StatusKind;
const BAD = ['cancelled', 'rejected', 'expired'];

/** Flow with a step of the merchant's own. */
export const exampleStatusFlow: StatusFlowStep[] = [
  { status: 'pending', label: 'Pendiente', kind: OPEN, next: ['packing', 'shipped', 'delivered', ...BAD] },
  { status: 'packing', label: 'Armado', kind: OPEN, next: ['shipped', 'delivered', ...BAD] },
  {
    status: 'shipped',
    label: 'Enviado',
    kind: OPEN,
    next: ['delivered', 'cancelled', 'rejected', 'returned', 'expired'],
  },
  { status: 'delivered', label: 'Entregado', kind: FULFILLED, next: ['returned'] },
  { status: 'cancelled', label: 'Cancelado', kind: CLOSED_BAD, next: [] },
  { status: 'rejected', label: 'Rechazado', kind: CLOSED_BAD, next: [] },
  { status: 'returned', label: 'Devuelto', kind: CLOSED_BAD, next: [] },
  { status: 'expired', label: 'Vencido', kind: CLOSED_BAD, next: [] },
];

import type { StatusStep } from './records.ts';

const ends: readonly StatusStep[] = [
  { status: 'cancelled', label: 'Cancelado', kind: 'closed_bad' },
  { status: 'rejected', label: 'Rechazado', kind: 'closed_bad' },
  { status: 'returned', label: 'Devuelto', kind: 'closed_bad' },
  { status: 'expired', label: 'Vencido', kind: 'closed_bad' },
];

/** The platform's default flow. */
export const defaultFlow: readonly StatusStep[] = [
  { status: 'pending', label: 'Pendiente', kind: 'open' },
  { status: 'confirmed', label: 'Confirmado', kind: 'open' },
  { status: 'preparing', label: 'En preparación', kind: 'open' },
  { status: 'shipped', label: 'Enviado', kind: 'open' },
  { status: 'delivered', label: 'Entregado', kind: 'fulfilled' },
  ...ends,
];

/** The second store's flow: `preparing` renamed to `packing`, and a step added after it. */
export const renamedFlow: readonly StatusStep[] = [
  { status: 'pending', label: 'Pendiente', kind: 'open' },
  { status: 'confirmed', label: 'Confirmado', kind: 'open' },
  { status: 'packing', label: 'Armado', kind: 'open' },
  { status: 'ready_for_pickup', label: 'Listo para retirar', kind: 'open' },
  { status: 'shipped', label: 'Enviado', kind: 'open' },
  { status: 'delivered', label: 'Entregado', kind: 'fulfilled' },
  ...ends,
];

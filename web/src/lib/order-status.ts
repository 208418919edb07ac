import type { TFunction } from 'i18next';

const DEFAULT_STATUSES: Record<string, string> = {
  Pendiente: 'pending',
  Confirmado: 'confirmed',
  'En preparación': 'preparing',
  Enviado: 'shipped',
  Entregado: 'delivered',
  Cancelado: 'cancelled',
  Rechazado: 'rejected',
  Devuelto: 'returned',
  Vencido: 'expired',
};

/** Translates the label of a default status; the merchant's own labels stay as they are. `t` must be of the area `common`. */
export function statusLabel(t: TFunction, label: string): string {
  const status = Object.hasOwn(DEFAULT_STATUSES, label) ? DEFAULT_STATUSES[label] : undefined;
  return status === undefined ? label : t(`orderStatus.${status}`);
}

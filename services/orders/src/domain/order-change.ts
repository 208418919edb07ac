import type { OrderRecord } from './order.ts';
import type { PaidVia, PaymentGateway } from './payment.ts';

/** What of an order changed, by the names of the API's fields. */
export type ChangedField = 'status' | 'payment' | 'shipping' | 'total' | 'customer';

/** An entry of an order's history. */
export interface HistoryEntry {
  kind: 'created' | 'status' | 'payment' | 'shipping' | 'note';
  /** The status, or the status of the payment, or the tracking number, before. */
  from?: string | undefined;
  /** The same, after. */
  to?: string | undefined;
  /** How the payment was found. */
  paidVia?: PaidVia | undefined;
  /** By what means it was paid. */
  gateway?: PaymentGateway | undefined;
  notes?: string | undefined;
}

/** What is to become of an order; version and `updated_at` are given when it is written. */
export interface OrderChange {
  record: OrderRecord;
  /** Empty when the history alone grows: then nobody is told and the order keeps its version. */
  changed: ChangedField[];
  history: HistoryEntry[];
}

/** Longest text of a note, in UTF-16 units. */
export const LONGEST_NOTES = 2000;

/** Keeps notes that came with something that was so already; nothing to do without notes. */
export function noteOnly(record: OrderRecord, notes: string | undefined): OrderChange | undefined {
  if (notes === undefined || notes === '') return undefined;
  return { record, changed: [], history: [{ kind: 'note', notes }] };
}

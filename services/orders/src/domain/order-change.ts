import type { EnumName } from '@commerce/proto/enum.ts';
import type { ReturnedItem } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { HistoryEntryKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';
import { isReadableLines, UNREADABLE_LINES } from '@commerce/texts/readable.ts';
import type { OrderRecord } from './order.ts';
import type { GatewayName, PaidViaName } from './payment.ts';

/** A changed part of an order, by the name of the API's field. */
export type ChangedField =
  | 'status'
  | 'payment'
  | 'shipping'
  | 'line_items'
  | 'discount'
  | 'total'
  | 'customer';

/** An entry of an order's history. */
export interface HistoryEntry {
  kind: EnumName<typeof HistoryEntryKind>;
  /** The status, payment status or tracking number before. */
  from?: string | undefined;
  /** The same after. */
  to?: string | undefined;
  /** The path by which the payment was detected. */
  paidVia?: PaidViaName | undefined;
  /** The means of payment. */
  gateway?: GatewayName | undefined;
  /** The amount of a payment or refund. */
  amountCentavos?: number | undefined;
  /** The items of a return. */
  returned?: ReturnedItem[] | undefined;
  notes?: string | undefined;
}

/** A change to be written; the write sets version and `updated_at`. */
export interface OrderChange {
  record: OrderRecord;
  /** Empty when only the history grows: then no event is published and the order keeps its version. */
  changed: ChangedField[];
  history: HistoryEntry[];
  /** The reservation of what a change of the lines adds. */
  takesOver?: string | undefined;
}

/** An order before and after a change; the same if nothing changed but its history. */
export interface ChangedOrder {
  before: OrderRecord;
  after: OrderRecord;
  takesOver?: string | undefined;
}

/** Returns whether a change altered the lines of an order, or what was written off. */
export const changesLines = ({ before, after }: ChangedOrder): boolean =>
  before.order.lineItems !== after.order.lineItems || before.writtenOff !== after.writtenOff;

/** Maximum length of notes, in UTF-16 units. */
export const MAX_NOTES = 2000;

/**
 * Checks notes.
 * @throws Fault invalid_request
 */
export function checkNotes(notes: string | undefined, field = 'notes'): void {
  if (notes === undefined) return;
  if (notes.length > MAX_NOTES) throw invalid(field, lengthMessage(0, MAX_NOTES));
  if (!isReadableLines(notes)) throw invalid(field, UNREADABLE_LINES);
}

/** Keeps the notes of a request that changes nothing else; undefined without notes. */
export function noteOnly(record: OrderRecord, notes: string | undefined): OrderChange | undefined {
  if (notes === undefined || notes === '') return undefined;
  return { record, changed: [], history: [{ kind: 'note', notes }] };
}

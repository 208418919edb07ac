import type { RegisterSession } from '@commerce/proto/commerce/orders/v1/registers.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';

/** Maximum amount of cash, in centavos: sums of a session stay exact. */
export const MAX_CASH_CENTAVOS = 1_000_000_000_000;
/** Maximum number of movements of a session. */
export const MAX_MOVEMENTS = 500;

/** Sums of the cash of a session. */
export interface RegisterTotals {
  salesCentavos: number;
  refundsCentavos: number;
  payInsCentavos: number;
  payOutsCentavos: number;
}

/** A cash register from its opening to its closing. */
export interface RegisterRecord extends RegisterTotals {
  id: string;
  shopId: string;
  openedBy: string;
  openedAt: Date;
  floatCentavos: number;
  /** Undefined while it is open. */
  closed: { by: string; at: Date; countedCentavos: number } | undefined;
}

/** The sums of a session. */
export const totalsOf = ({
  salesCentavos,
  refundsCentavos,
  payInsCentavos,
  payOutsCentavos,
}: RegisterTotals): RegisterTotals => ({ salesCentavos, refundsCentavos, payInsCentavos, payOutsCentavos });

/** The session as a message. */
export const sessionOf = ({ openedAt, closed, ...record }: RegisterRecord): RegisterSession => ({
  ...record,
  openedAtMs: openedAt.getTime(),
  expectedCentavos:
    record.floatCentavos +
    record.salesCentavos +
    record.payInsCentavos -
    record.refundsCentavos -
    record.payOutsCentavos,
  closedAtMs: closed?.at.getTime(),
  closedBy: closed?.by,
  countedCentavos: closed?.countedCentavos,
});

/**
 * Requires a session to be open, and to be opened by a person.
 * @param openedBy any person when undefined
 * @throws Fault not_found; conflict `other_opener`, `register_closed`
 */
export function requireOpen(
  record: RegisterRecord | undefined,
  openedBy: string | undefined,
): RegisterRecord {
  if (record === undefined) throw notFound({ session_id: 'register session' });
  if (openedBy !== undefined && record.openedBy !== openedBy)
    throw conflict('other_opener', 'Another person opened the cash register.');
  if (record.closed !== undefined) throw conflict('register_closed', 'The cash register is closed.');
  return record;
}

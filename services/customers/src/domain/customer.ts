import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';

/** Whom a store knows: its customers, contacts that have not become customers, and its own team. */
export type CustomerKind = 'customer' | 'contact' | 'team_member';

/** A person as the service keeps it: what the API tells of it, and what it does not. */
export interface CustomerRecord {
  storeId: string;
  kind: CustomerKind;
  /** Its `dni` follows from the document: see `toldOf`. */
  customer: Customer;
  /** DNI, or any other kind of document, tax identifiers too; null when there is none. */
  documentType: string | null;
  documentNumber: string | null;
}

/** The one kind of document that the API tells of. */
export const TOLD_DOCUMENT = 'DNI';

/** What may be told of a person: of the documents a DNI only, whatever the record's `dni` says. */
export function toldOf({ customer, documentType, documentNumber }: CustomerRecord): Customer {
  return { ...customer, dni: documentType === TOLD_DOCUMENT ? (documentNumber ?? undefined) : undefined };
}

/** An e-mail as it is stored to be looked for, and looked for: undefined when there is none. */
export function normalizeEmail(email: string): string | undefined {
  const normalized = email.trim().toLowerCase();
  return normalized === '' ? undefined : normalized;
}

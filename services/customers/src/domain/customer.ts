import { createHash } from 'node:crypto';
import { Customer, CustomerType } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { GivenFields } from './given-fields.ts';

/** Kinds of people of a store: customers, contacts that are not customers yet, and its own team. */
export type CustomerKind = 'customer' | 'contact' | 'team_member';

/** A person as stored: the public customer, and private fields. */
export interface CustomerRecord {
  storeId: string;
  kind: CustomerKind;
  /** `dni` is derived from the document: see `publicCustomer`. */
  customer: Customer;
  /** DNI or any other document, including tax identifiers; null when there is none. */
  documentType: string | null;
  documentNumber: string | null;
}

/** The only kind of document that the public API exposes. */
export const PUBLIC_DOCUMENT = 'DNI';

/** The public form of a person: `dni` is set for a document of kind DNI only. */
export function publicCustomer({ customer, documentType, documentNumber }: CustomerRecord): Customer {
  return { ...customer, dni: documentType === PUBLIC_DOCUMENT ? (documentNumber ?? undefined) : undefined };
}

/** Normalizes an email for storage and search; undefined when it is empty. */
export function normalizeEmail(email: string): string | undefined {
  const normalized = email.trim().toLowerCase();
  return normalized === '' ? undefined : normalized;
}

/** Hash of the email, by which apps identify the person (contract, section 6); undefined without an email. */
export function emailHash({ customer }: CustomerRecord): string | undefined {
  const email = normalizeEmail(customer.email);
  return email && createHash('sha256').update(email).digest('hex');
}

/** A new person; the timestamps are set by the stamp of the change. */
export function newPerson(
  storeId: string,
  id: string,
  kind: CustomerKind,
  given: GivenFields,
): CustomerRecord {
  const customer: Customer = {
    id,
    name: '',
    email: '',
    phone: '',
    dni: undefined,
    customerType: CustomerType.INDIVIDUAL,
    tags: [],
    shippingAddresses: [],
    createdAtMs: 0,
    updatedAtMs: 0,
    erasedAtMs: undefined,
  };
  return withFields({ storeId, kind, customer, documentType: null, documentNumber: null }, given);
}

/**
 * The person with the given fields. Addresses are replaced as a whole. A document other than a DNI is private to the store: removing
 * the DNI leaves it.
 * @throws Fault `document` when a DNI would replace a document of another kind
 */
export function withFields(record: CustomerRecord, given: GivenFields): CustomerRecord {
  const { customer } = record;
  const after: Customer = {
    ...customer,
    name: given.name ?? customer.name,
    email: given.email ?? customer.email,
    phone: given.phone ?? customer.phone,
    shippingAddresses: given.shippingAddresses ?? customer.shippingAddresses,
  };
  return { ...record, ...documentAfter(record, given.dni), customer: after };
}

function documentAfter(
  { documentType, documentNumber }: CustomerRecord,
  dni: string | undefined,
): Pick<CustomerRecord, 'documentType' | 'documentNumber'> {
  const isOther = documentType !== null && documentType !== PUBLIC_DOCUMENT;
  if (dni === undefined || (dni === '' && isOther)) return { documentType, documentNumber };
  if (isOther)
    throw invalid('document', 'The store keeps a document of another kind, which only the store can change.');
  return dni === ''
    ? { documentType: null, documentNumber: null }
    : { documentType: PUBLIC_DOCUMENT, documentNumber: dni };
}

/**
 * The contact as a customer: given fields replace its own; an empty one removes nothing.
 * @throws Fault as `withFields`
 */
export function asCustomer(contact: CustomerRecord, given: GivenFields): CustomerRecord {
  const { name, email, phone, dni, shippingAddresses } = given;
  const merged = withFields(contact, {
    name: name || undefined,
    email: email || undefined,
    phone: phone || undefined,
    dni: dni || undefined,
    shippingAddresses,
  });
  return { ...merged, kind: 'customer' };
}

/** The person without identifying data; the pages choose the name to show. */
export function erased(record: CustomerRecord, erasedAtMs: number): CustomerRecord {
  const { id, customerType, createdAtMs, updatedAtMs } = record.customer;
  const empty = { name: '', email: '', phone: '', dni: undefined, tags: [], shippingAddresses: [] };
  const customer: Customer = { ...empty, id, customerType, createdAtMs, updatedAtMs, erasedAtMs };
  return { ...record, customer, documentType: null, documentNumber: null };
}

/** Reports whether two records are equal, so that nothing is written: prevents update loops between apps that sync each other. */
export function isSame(a: CustomerRecord, b: CustomerRecord): boolean {
  const bytes = (record: CustomerRecord) => Buffer.from(Customer.encode(publicCustomer(record)).finish());
  return (
    a.kind === b.kind &&
    a.documentType === b.documentType &&
    a.documentNumber === b.documentNumber &&
    bytes(a).equals(bytes(b))
  );
}

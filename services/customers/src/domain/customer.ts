import { createHash } from 'node:crypto';
import { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { GivenFields } from './given-fields.ts';

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

/** The hash by which apps find who is meant (contract, section 6); undefined when there is no e-mail (any more). */
export function emailHash({ customer }: CustomerRecord): string | undefined {
  const email = normalizeEmail(customer.email);
  return email && createHash('sha256').update(email).digest('hex');
}

/** A person who was not known; the times follow from the stamp of the change. */
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
    customerType: 'individual',
    tags: [],
    shippingAddresses: [],
    createdAtMs: 0,
    updatedAtMs: 0,
    erasedAtMs: undefined,
  };
  return withFields({ storeId, kind, customer, documentType: null, documentNumber: null }, given);
}

/**
 * The person with what is given. Addresses are replaced as a whole. A document that is no DNI is a matter of the store's own:
 * taking away the DNI leaves it.
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
  const isOther = documentType !== null && documentType !== TOLD_DOCUMENT;
  if (dni === undefined || (dni === '' && isOther)) return { documentType, documentNumber };
  if (isOther)
    throw invalid('document', 'The store keeps a document of another kind, which only the store can change.');
  return dni === ''
    ? { documentType: null, documentNumber: null }
    : { documentType: TOLD_DOCUMENT, documentNumber: dni };
}

/**
 * The contact as a customer: what is given wins, the rest stays; giving nothing (an empty text) takes nothing away.
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

/** The person without anything that identifies them; pages word what an erased customer is called. */
export function erased(record: CustomerRecord, erasedAtMs: number): CustomerRecord {
  const { id, customerType, createdAtMs, updatedAtMs } = record.customer;
  const empty = { name: '', email: '', phone: '', dni: undefined, tags: [], shippingAddresses: [] };
  const customer: Customer = { ...empty, id, customerType, createdAtMs, updatedAtMs, erasedAtMs };
  return { ...record, customer, documentType: null, documentNumber: null };
}

/** Whether nothing differs, so that nothing is to be written and told: two apps that copy from each other come to rest. */
export function isSame(a: CustomerRecord, b: CustomerRecord): boolean {
  const bytes = (record: CustomerRecord) => Buffer.from(Customer.encode(toldOf(record)).finish());
  return (
    a.kind === b.kind &&
    a.documentType === b.documentType &&
    a.documentNumber === b.documentNumber &&
    bytes(a).equals(bytes(b))
  );
}

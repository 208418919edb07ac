import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { normalizeEmail, toldOf, type CustomerKind, type CustomerRecord } from '../domain/customer.ts';

/** Number of the encoding of `customer.message`. Raise it when Customer changes in a way that stored messages lack. */
export const CUSTOMER_ENCODING = 1;

/** A row of `customer` as PostgreSQL gives it, without the encoded message. */
export interface CustomerRow {
  store_id: string;
  id: string;
  kind: CustomerKind;
  name: string;
  email: string;
  email_normalized: string | null;
  phone: string;
  document_type: string | null;
  document_number: string | null;
  customer_type: string;
  tags: string[];
  shipping_addresses: PostalAddress[];
  created_at: Date;
  updated_at: Date;
  erased_at: Date | null;
}

/** The columns of a person, the encoded message included. */
export function customerToRow(record: CustomerRecord): CustomerRow & { message: string; encoding: number } {
  const { storeId, kind, customer: c, documentType, documentNumber } = record;
  return {
    store_id: storeId,
    id: c.id,
    kind,
    name: c.name,
    email: c.email,
    email_normalized: normalizeEmail(c.email) ?? null,
    phone: c.phone,
    document_type: documentType,
    document_number: documentNumber,
    customer_type: c.customerType,
    tags: c.tags,
    shipping_addresses: c.shippingAddresses,
    created_at: new Date(c.createdAtMs),
    updated_at: new Date(c.updatedAtMs),
    erased_at: c.erasedAtMs === undefined ? null : new Date(c.erasedAtMs),
    message: `\\x${Buffer.from(Customer.encode(toldOf(record)).finish()).toString('hex')}`,
    encoding: CUSTOMER_ENCODING,
  };
}

/** A person from the columns. */
export function customerFromRow(row: CustomerRow): CustomerRecord {
  const customer: Customer = {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    dni: undefined,
    customerType: row.customer_type,
    tags: row.tags,
    shippingAddresses: row.shipping_addresses,
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    erasedAtMs: row.erased_at?.getTime(),
  };
  const record: CustomerRecord = {
    storeId: row.store_id,
    kind: row.kind,
    customer,
    documentType: row.document_type,
    documentNumber: row.document_number,
  };
  return { ...record, customer: toldOf(record) };
}

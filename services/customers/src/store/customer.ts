import { createHash } from 'node:crypto';
import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import { type Statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import { type CustomerKind, type CustomerRecord, normalizeEmail, toldOf } from '../domain/customer.ts';

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

const GET = storeStatement(
  'customer-get-by_id',
  `select * from customer where store_id = $1 and id = $2 and kind in ('customer', 'contact')`,
);

/** A customer or contact; undefined when there is none of that id. */
export async function customerGet(
  db: Database,
  storeId: string,
  id: string,
): Promise<CustomerRecord | undefined> {
  const [row] = await db.rows<CustomerRow>(GET, [storeId, id]);
  return row === undefined ? undefined : customerFromRow(row);
}

const LOCK = storeStatement(
  'customer-lock-by_id',
  'select * from customer where store_id = $1 and id = $2 for update',
);

/**
 * A person of any kind from the columns, the row locked until the end of the transaction: how every change of a customer
 * begins.
 */
export async function customerLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<CustomerRecord | undefined> {
  const [row] = await tx.rows<CustomerRow>(LOCK, [storeId, id]);
  return row === undefined ? undefined : customerFromRow(row);
}

/** Who has an e-mail. */
export interface EmailHolder {
  id: string;
  kind: 'customer' | 'contact';
}

/** Who of a store has an e-mail: a customer before a contact. */
export const FIND_BY_EMAIL = storeStatement(
  'customer-find-by_email',
  `select id, kind from customer
   where store_id = $1 and email_normalized = $2 and kind in ('customer', 'contact')
   order by kind = 'customer' desc, updated_at, id limit 1`,
);

/** The customer, else the contact, with a normalised e-mail. */
export async function customerFindByEmail(
  tx: Queryable,
  storeId: string,
  emailNormalized: string,
): Promise<EmailHolder | undefined> {
  const [row] = await tx.rows<EmailHolder>(FIND_BY_EMAIL, [storeId, emailNormalized]);
  return row;
}

const LOCK_EMAIL: Statement = { name: 'email-lock-by_hash', text: 'select pg_advisory_xact_lock($1)' };

/** Waits for the e-mail of the store and holds it to the end of the transaction. Two that share a hash only wait for each other. */
export async function emailLock(tx: Queryable, storeId: string, emailNormalized: string): Promise<void> {
  const digest = createHash('sha256').update(`e-mail\n${storeId}\n${emailNormalized}`).digest();
  await tx.rows(LOCK_EMAIL, [digest.readBigInt64BE().toString()]);
}

const UPSERT = storeStatement(
  'customer-upsert-many',
  `insert into customer select * from json_populate_recordset(null::customer, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     kind = excluded.kind, name = excluded.name, email = excluded.email, email_normalized = excluded.email_normalized,
     phone = excluded.phone, document_type = excluded.document_type, document_number = excluded.document_number,
     customer_type = excluded.customer_type, tags = excluded.tags, shipping_addresses = excluded.shipping_addresses,
     updated_at = excluded.updated_at, erased_at = excluded.erased_at, message = excluded.message, encoding = excluded.encoding`,
);

/**
 * Writes people whole: columns and the encoded message; the creation time never changes. Their rows are new or locked by
 * this transaction, and `updatedAtMs` is the stamp of this transaction.
 */
export async function customerSaveMany(
  tx: Queryable,
  storeId: string,
  records: CustomerRecord[],
): Promise<void> {
  await tx.rows(UPSERT, [storeId, JSON.stringify(records.map(customerToRow))]);
}

import { createHash } from 'node:crypto';
import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import { Customer, CustomerType } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { enumName, enumValue, type EnumName } from '@commerce/proto/enum.ts';
import { columnList, type Columns, fromColumns, toColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import {
  type CustomerKind,
  type CustomerRecord,
  normalizeEmail,
  publicCustomer,
} from '../domain/customer.ts';
import { Prisma as Schema, type Customer as CustomerModel } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** Number of the encoding of `customer.message`. Raise it when Customer changes in a way that stored messages lack. */
export const CUSTOMER_ENCODING = 2;

/** A row of `customer` without the encoded message. */
type CustomerRow = Omit<CustomerModel, 'message' | 'encoding'>;

/** The row of a person, the encoded message included. */
function toRow(
  record: CustomerRecord,
): Omit<CustomerModel, 'shippingAddresses'> & { shippingAddresses: unknown } {
  const { storeId, kind, customer, documentType, documentNumber } = record;
  return {
    storeId,
    id: customer.id,
    kind,
    name: customer.name,
    email: customer.email,
    emailNormalized: normalizeEmail(customer.email) ?? null,
    phone: customer.phone,
    documentType,
    documentNumber,
    customerType: enumName(CustomerType, customer.customerType),
    tags: customer.tags,
    shippingAddresses: customer.shippingAddresses,
    createdAt: new Date(customer.createdAtMs),
    updatedAt: new Date(customer.updatedAtMs),
    erasedAt: customer.erasedAtMs === undefined ? null : new Date(customer.erasedAtMs),
    message: new Uint8Array(Customer.encode(publicCustomer(record)).finish()),
    encoding: CUSTOMER_ENCODING,
  };
}

/** A person from the columns. */
function fromRow({ storeId, kind, documentType, documentNumber, ...row }: CustomerRow): CustomerRecord {
  const customer: Customer = {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    dni: undefined,
    customerType: enumValue(CustomerType, row.customerType as EnumName<typeof CustomerType>),
    tags: row.tags,
    shippingAddresses: row.shippingAddresses as unknown as PostalAddress[],
    createdAtMs: row.createdAt.getTime(),
    updatedAtMs: row.updatedAt.getTime(),
    erasedAtMs: row.erasedAt?.getTime(),
  };
  const record: CustomerRecord = {
    storeId,
    kind: kind as CustomerKind,
    customer,
    documentType,
    documentNumber,
  };
  return { ...record, customer: publicCustomer(record) };
}

/** A customer or contact; undefined when the id is unknown. */
export async function customerFind(
  prisma: Prisma,
  storeId: string,
  id: string,
): Promise<CustomerRecord | undefined> {
  const row = await prisma.forStore(storeId).customer.findFirst({
    where: { id, kind: { in: ['customer', 'contact'] } },
    omit: { message: true, encoding: true },
  });
  return row === null ? undefined : fromRow(row);
}

const COLUMNS = columnList(Schema.CustomerScalarFieldEnum);

const LOCK = storeStatement(
  'customer-lock-by_id',
  `select ${COLUMNS} from customer where store_id = $1 and id = $2 for update`,
);

/**
 * Locks a person of any kind until the end of the transaction, before a change.
 */
export async function customerLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<CustomerRecord | undefined> {
  const [row] = await tx.rows<Columns<CustomerRow>>(LOCK, [storeId, id]);
  return row === undefined ? undefined : fromRow(fromColumns<CustomerRow>(row));
}

const LOCK_MANY = storeStatement(
  'customer-lock-by_ids',
  `select ${COLUMNS} from customer where store_id = $1 and id = any($2) and erased_at is null order by id for update`,
);

const rankOf = ({ kind }: CustomerRecord): number => (kind === 'customer' ? 0 : 1);

/** Locks customers and contacts, in the order of their ids. @returns customers first, each group by its last change and id */
export async function customerLockMany(
  tx: Queryable,
  storeId: string,
  ids: string[],
): Promise<CustomerRecord[]> {
  const rows = await tx.rows<Columns<CustomerRow>>(LOCK_MANY, [storeId, ids]);
  const people = rows.map((row) => fromRow(fromColumns<CustomerRow>(row)));
  return people.toSorted((a, b) => rankOf(a) - rankOf(b) || a.customer.updatedAtMs - b.customer.updatedAtMs);
}

const FIND_HOLDERS = storeStatement(
  'customer-find-holders',
  `select holder.id from unnest($2::text[]) as sought cross join lateral (
     select id from customer
     where store_id = $1 and email_normalized = sought and kind in ('customer', 'contact')
     order by kind = 'customer' desc, updated_at, id limit 1) as holder
   union
   select holder.id from unnest($3::text[], $4::text[]) as sought (number, called) cross join lateral (
     select id from customer
     where store_id = $1 and phone = sought.number and phone <> '' and lower(name) = lower(sought.called)
       and kind in ('customer', 'contact')
     order by updated_at, id limit 5) as holder`,
);

/** Ids of the owners of normalized emails, as `customerFindByEmail` finds them, and of people with a phone number and name, up to 5 for each. */
export const customerFindHolders = async (
  tx: Queryable,
  storeId: string,
  { emails, phones }: { emails: string[]; phones: { phone: string; name: string }[] },
): Promise<string[]> => {
  const columns = [emails, phones.map(({ phone }) => phone), phones.map(({ name }) => name)];
  return (await tx.rows<{ id: string }>(FIND_HOLDERS, [storeId, ...columns])).map(({ id }) => id);
};

/** Owner of an email. */
export interface EmailHolder {
  id: string;
  kind: 'customer' | 'contact';
}

/** The owner of an email in a store: a customer before a contact. */
export const FIND_BY_EMAIL = storeStatement(
  'customer-find-by_email',
  `select id, kind from customer
   where store_id = $1 and email_normalized = $2 and kind in ('customer', 'contact')
   order by kind = 'customer' desc, updated_at, id limit 1`,
);

/** The customer, else the contact, with a normalized email. */
export async function customerFindByEmail(
  tx: Queryable,
  storeId: string,
  emailNormalized: string,
): Promise<EmailHolder | undefined> {
  const [row] = await tx.rows<EmailHolder>(FIND_BY_EMAIL, [storeId, emailNormalized]);
  return row;
}

const LOCK_HASHES = statement(
  'hash-lock-many',
  'select pg_advisory_xact_lock(hash) from (select distinct unnest($1::bigint[]) as hash order by hash) as sorted',
);

/** Locks keys of a store until the end of the transaction, in one order. Those with the same hash share a lock, which only delays. */
async function lockHashes(tx: Queryable, kind: string, storeId: string, keys: string[]): Promise<void> {
  const hashes = keys.map((key) =>
    createHash('sha256').update(`${kind}\n${storeId}\n${key}`).digest().readBigInt64BE().toString(),
  );
  await tx.rows(LOCK_HASHES, [hashes]);
}

/** Locks normalized emails of the store until the end of the transaction. */
export const emailLockMany = (tx: Queryable, storeId: string, emails: string[]): Promise<void> =>
  lockHashes(tx, 'email', storeId, emails);

/** Locks the import of customers of the store until the end of the transaction. */
export const importLock = (tx: Queryable, storeId: string): Promise<void> =>
  lockHashes(tx, 'import', storeId, ['']);

const UPSERT = storeStatement(
  'customer-upsert-many',
  `insert into customer (${COLUMNS})
   select ${COLUMNS} from json_populate_recordset(null::customer, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     kind = excluded.kind, name = excluded.name, email = excluded.email, email_normalized = excluded.email_normalized,
     phone = excluded.phone, document_type = excluded.document_type, document_number = excluded.document_number,
     customer_type = excluded.customer_type, tags = excluded.tags, shipping_addresses = excluded.shipping_addresses,
     updated_at = excluded.updated_at, erased_at = excluded.erased_at, message = excluded.message, encoding = excluded.encoding`,
);

/**
 * Writes all columns and the encoded message of people; the creation time never changes. The rows are new or locked by this
 * transaction, and `updatedAtMs` is its stamp.
 */
export async function customerSaveMany(
  tx: Queryable,
  storeId: string,
  records: CustomerRecord[],
): Promise<void> {
  await tx.rows(UPSERT, [storeId, JSON.stringify(records.map((record) => toColumns(toRow(record))))]);
}

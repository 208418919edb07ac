-- Up Migration

create table store_clock (
  store_id text collate "C" primary key,
  last_stamp timestamptz(3) not null
);
comment on table store_clock is 'The last updated_at given in a store; locked from the stamp to the commit.';

create table customer (
  store_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null check (kind in ('customer', 'contact', 'team_member')),
  name text not null,
  email text not null,
  email_normalized text collate "C",
  phone text not null,
  document_type text,
  document_number text,
  customer_type text not null,
  tags text[] not null default '{}',
  shipping_addresses jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  message bytea not null,
  encoding smallint not null,
  primary key (store_id, id),
  check ((document_type is null) = (document_number is null))
);
alter table customer alter column message set storage external;
-- Plans are made for a large store among many small ones, not for the average one, whose few customers could as well be
-- sorted: lists then always read an index in its order. In a small store any plan is cheap.
alter table customer alter column store_id set (n_distinct = 1);
comment on table customer is 'Everybody whom a store knows; the API tells of those of kind customer only.';
comment on column customer.email_normalized is 'The e-mail as it is looked for: trimmed and lowercase; null when there is none.';
comment on column customer.document_type is 'Any document, tax identifiers too; the message has the number of a DNI only.';
comment on column customer.message is 'The encoded commerce.customers.v1.Customer, rewritten with every change; lists send it as it is.';
comment on column customer.encoding is 'Number of the encoding of message; an older one is rebuilt from the columns.';
create index customer_by_update on customer (store_id, updated_at, id) where kind = 'customer';
-- Of every kind, because an e-mail is also looked for among contacts.
create index customer_by_email on customer (store_id, email_normalized, updated_at, id) where email_normalized is not null;

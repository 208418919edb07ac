-- Up Migration

create extension if not exists pg_trgm;

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
  erased_at timestamptz(3),
  primary key (store_id, id),
  check ((document_type is null) = (document_number is null))
);
alter table customer alter column message set storage external;
-- Plans are made for a large store among many small ones, not for the average one, whose few customers could as well be
-- sorted: lists then always read an index in its order. In a small store any plan is cheap.
alter table customer alter column store_id set (n_distinct = 1);
comment on table customer is 'Everybody whom a store knows; the API lists those of kind customer only.';
comment on column customer.email_normalized is 'The email in the form in which it is searched: trimmed and lowercase; null when there is none.';
comment on column customer.document_type is 'Any document, tax identifiers too; the message has the number of a DNI only.';
comment on column customer.message is 'The encoded commerce.customers.v1.Customer, rewritten with every change; lists send it as it is.';
comment on column customer.encoding is 'Number of the encoding of message; an older one is rebuilt from the columns.';
comment on column customer.erased_at is 'When the merchant erased the person: from then on nothing identifies them, and nothing changes them.';

create function customer_search_text(name text, email text, phone text, document text) returns text
  language sql immutable parallel safe
  return lower(translate(name || ' ' || email,
      'áéíóúàèìòùâêîôûäëïöüãõñçÁÉÍÓÚÀÈÌÒÙÂÊÎÔÛÄËÏÖÜÃÕÑÇ', 'aeiouaeiouaeiouaeiouaoncAEIOUAEIOUAEIOUAEIOUAONC'))
    || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || coalesce(regexp_replace(document, '[^0-9]', '', 'g'), '');
comment on function customer_search_text is
  'The text in which a search looks for a customer; src/domain/search-text.ts gives the search the same form.';

create index customer_by_update on customer (store_id, updated_at, id) where kind = 'customer';
create index contact_by_update on customer (store_id, updated_at, id) where kind = 'contact';
-- Of every kind, because contacts are searched by email too.
create index customer_by_email on customer (store_id, email_normalized, updated_at, id) where email_normalized is not null;
create index customer_by_text on customer
  using gin (customer_search_text(name, email, phone, document_number) gin_trgm_ops, tags);

-- Readers keep messages by (id, updated_at, encoding), so a changed message must have a new updated_at.
create function refuse_unstamped_message() returns trigger language plpgsql as $$
begin
  raise exception '% % has a new message without a new updated_at', tg_table_name, new.id;
end
$$;
create trigger customer_message_is_stamped before update of message on customer for each row
  when (new.message <> old.message and new.encoding = old.encoding and new.updated_at <= old.updated_at)
  execute function refuse_unstamped_message();

create table erasure (
  store_id text collate "C" not null,
  customer_id text collate "C" not null,
  requested_at timestamptz(3) not null,
  actor bytea not null,
  request_id text not null,
  email_hash text,
  orders_done_at timestamptz(3),
  log_done_at timestamptz(3),
  open_orders jsonb not null default '[]',
  redacted_at timestamptz(3),
  completed_at timestamptz(3),
  next_at timestamptz(3) not null,
  primary key (store_id, customer_id)
);
comment on table erasure is 'Progress of the erasure of a customer over all services; kept for good.';
comment on column erasure.actor is 'The encoded commerce.common.v1.Actor who asked for it; the actor of customers.redact.';
comment on column erasure.email_hash is 'Of the email that the customer had, for customers.redact; null when there was none, and once that is published.';
comment on column erasure.orders_done_at is 'When no order named the buyer any more.';
comment on column erasure.log_done_at is 'When the log of webhook deliveries held nothing of the person.';
comment on column erasure.open_orders is 'Orders that keep delivery data of the person until they end, or whose log is still to be cleaned.';
comment on column erasure.redacted_at is 'When customers.redact was published.';
comment on column erasure.next_at is 'When the next step is due; while one runs, when another process may take over.';
create index erasure_due on erasure (next_at) where completed_at is null;

create table data_request (
  store_id text collate "C" not null,
  customer_id text collate "C" not null,
  request_id text collate "C" not null,
  requested_at timestamptz(3) not null,
  requested_by text not null,
  primary key (store_id, customer_id, request_id)
);
comment on table data_request is 'Requests for the data of a customer on the customer''s behalf.';

create table data_download (
  store_id text collate "C" not null,
  id uuid not null default gen_random_uuid(),
  customer_id text collate "C" not null,
  request_id text collate "C" not null,
  downloaded_at timestamptz(3) not null,
  downloaded_by text not null,
  primary key (store_id, id),
  foreign key (store_id, customer_id, request_id) references data_request
);
comment on table data_download is 'Every download of the file that answers a data request: an audit log, rows are only added.';
create index data_download_of_request on data_download (store_id, customer_id, request_id, downloaded_at);

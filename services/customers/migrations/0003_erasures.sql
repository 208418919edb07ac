-- Up Migration

alter table customer add column erased_at timestamptz(3);
comment on column customer.erased_at is 'When the merchant erased the person: from then on nothing identifies them, and nothing changes them.';

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
comment on table erasure is 'How far the erasure of a customer is over all services; kept for good.';
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
comment on table data_request is 'Who asked, and when, for the data of a customer on the customer''s behalf.';

create table data_download (
  store_id text collate "C" not null,
  customer_id text collate "C" not null,
  request_id text collate "C" not null,
  downloaded_at timestamptz(3) not null,
  downloaded_by text not null
);
comment on table data_download is 'Every download of the file that answers a data request: an audit log, rows are only added.';
create index data_download_of_request on data_download (store_id, customer_id, request_id, downloaded_at);

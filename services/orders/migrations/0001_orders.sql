-- Up Migration

create table store_clock (
  store_id text collate "C" primary key,
  last_stamp timestamptz(3) not null
);
comment on table store_clock is 'The last updated_at given in a store; locked from the stamp to the commit.';

create table shop (
  store_id text collate "C" not null,
  id text collate "C" not null,
  primary key (store_id, id)
);
comment on table shop is 'Which shops a store has: a copy, the catalog owns them.';

create table status_flow (
  store_id text collate "C" not null,
  position integer not null,
  status text collate "C" not null,
  label text not null,
  kind text not null check (kind in ('open', 'fulfilled', 'closed_bad')),
  primary key (store_id, position),
  unique (store_id, status)
);
comment on table status_flow is 'The steps of the flow of a store that has made its own; the others have the default one.';
comment on column status_flow.label is 'What the merchant calls the status; the API tells the status itself.';

create table order_counter (
  store_id text collate "C" primary key,
  next_number bigint not null
);
comment on table order_counter is 'The next order number of a store; without a row it is the first one.';

create table "order" (
  store_id text collate "C" not null,
  id text collate "C" not null,
  order_number text collate "C" not null,
  status text collate "C" not null,
  source text not null,
  shop_id text collate "C" not null,
  seller_shop_ids text[] not null default '{}',
  customer_id text,
  customer_name text,
  customer_email text,
  customer_phone text,
  total_centavos bigint not null,
  discount_centavos bigint not null,
  payment_gateway text not null,
  payment_status text not null,
  shipping_method_type text,
  shipping_method_name text,
  shipping_price_centavos bigint,
  shipping_address jsonb,
  shipping_recipient_name text,
  shipping_recipient_phone text,
  shipping_recipient_document text,
  shipping_carrier text,
  shipping_tracking_number text,
  shipping_tracking_url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  message bytea not null,
  encoding smallint not null,
  primary key (store_id, id),
  unique (store_id, order_number),
  -- Lists start at created_since in the order of updated_at: nothing that they ask for lies before it.
  check (created_at <= updated_at)
);
alter table "order" alter column message set storage external;
-- Plans are made for a large store among many small ones, not for the average one, whose few orders could as well be
-- sorted: lists then always read an index in its order. In a small store any plan is cheap.
alter table "order" alter column store_id set (n_distinct = 1);
alter table "order" alter column shop_id set (n_distinct = 10);
comment on column "order".customer_id is 'Null when the buyer is not identifiable; the customer as known when the order was made.';
comment on column "order".shipping_method_type is 'Null for a sale handed over at the counter.';
comment on column "order".message is 'The encoded commerce.orders.v1.Order, rewritten with every change; lists send it as it is.';
comment on column "order".encoding is 'Number of the encoding of message; an older one is rebuilt from the columns.';

-- One index for each combination of equality filters, each in the order of the lists; created_at last, so that
-- orders too old for created_since are passed over within the index.
create index order_by_update on "order" (store_id, updated_at, id, created_at);
create index order_by_status on "order" (store_id, status, updated_at, id, created_at);
create index order_by_shop on "order" (store_id, shop_id, updated_at, id, created_at);
create index order_by_shop_and_status on "order" (store_id, shop_id, status, updated_at, id, created_at);

create table order_line (
  store_id text collate "C" not null,
  order_id text collate "C" not null,
  position integer not null,
  product_id text collate "C",
  variant_id text collate "C",
  sku text,
  name text not null,
  quantity integer not null,
  unit_price_centavos bigint not null,
  total_centavos bigint not null,
  is_custom boolean not null,
  cogs_centavos bigint,
  primary key (store_id, order_id, position),
  foreign key (store_id, order_id) references "order" (store_id, id) on delete cascade
);
comment on column order_line.cogs_centavos is 'Cost of the goods of the line; null when unknown.';

-- Up Migration

create table store_clock (
  store_id text collate "C" primary key,
  last_stamp timestamptz(3) not null
);
comment on table store_clock is 'The last updated_at given in a store; locked from the stamp to the commit.';

create table shop (
  store_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  description text,
  image text,
  phone text not null,
  email text not null,
  street text not null,
  street_number integer not null,
  cross_streets text,
  city text not null,
  postal_code text not null,
  schedule jsonb not null default '[]',
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_id, id)
);

create table category (
  store_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  slug text not null,
  parent_id text collate "C",
  depth integer not null,
  is_active boolean not null default true,
  image text,
  updated_at timestamptz(3) not null,
  primary key (store_id, id),
  unique (store_id, slug),
  foreign key (store_id, parent_id) references category (store_id, id)
);

create table brand (
  store_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  slug text not null,
  is_active boolean not null default true,
  image text,
  updated_at timestamptz(3) not null,
  primary key (store_id, id),
  unique (store_id, slug)
);

create table product (
  store_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  slug text not null,
  description text,
  short_description text,
  sku text,
  barcode text,
  type text not null,
  images text[] not null default '{}',
  category_ids text[] not null default '{}',
  brand_ids text[] not null default '{}',
  tags text[] not null default '{}',
  shop_ids text[] not null default '{}',
  visibility text not null,
  is_active boolean not null,
  is_draft boolean not null,
  price_centavos bigint not null,
  cost_centavos bigint,
  variant_axes text[] not null default '{}',
  iva_rate_bp integer not null,
  weight_milli bigint not null,
  weight_unit text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  message bytea not null,
  encoding smallint not null,
  primary key (store_id, id),
  unique (store_id, slug)
);
alter table product alter column message set storage external;
-- Plans are made for a large store among many small ones: lists then always read an index in its order.
alter table product alter column store_id set (n_distinct = 1);
comment on column product.message is 'The encoded commerce.catalog.v1.Product, rewritten with every change; lists send it as it is.';
comment on column product.encoding is 'Number of the encoding of message; an older one is rebuilt from the columns.';
create index product_by_update on product (store_id, updated_at, id) where not is_draft;

create table variant (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  id text collate "C" not null,
  position integer not null,
  sku text,
  barcode text,
  name text not null,
  attributes jsonb not null default '[]',
  images text[] not null default '{}',
  price_centavos bigint not null,
  compare_at_price_centavos bigint,
  cost_centavos bigint,
  is_active boolean not null,
  primary key (store_id, product_id, id),
  foreign key (store_id, product_id) references product (store_id, id) on delete cascade
);

create table product_filter (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  filter text collate "C" not null,
  value text collate "C" not null,
  updated_at timestamptz(3) not null,
  primary key (store_id, product_id, filter, value),
  foreign key (store_id, product_id) references product (store_id, id) on delete cascade
);
comment on table product_filter is 'What a listed product can be found by (category, brand, sku), in the order of the lists, so that a page of a filtered list costs no more than one of the whole.';
create index product_filter_by_update on product_filter (store_id, filter, value, updated_at, product_id);
alter table product_filter alter column store_id set (n_distinct = 1);

-- Up Migration

create table stock_settings (
  store_id text collate "C" primary key,
  low_at integer not null check (low_at >= -1)
);
comment on table stock_settings is 'Settings of stock, of the stores that have ever set them.';
comment on column stock_settings.low_at is 'What items without a threshold of their own have as theirs. 0 where there is no row.';

-- Columns derived from what changes with every sale, so that a sale which crosses no threshold touches no index.
alter table stock_item
  add column low_at integer not null default 0 check (low_at >= -1),
  add column has_own_low_at boolean not null default false,
  add column is_low boolean generated always as (on_hand - reserved <= low_at) stored,
  add column is_out boolean generated always as (on_hand <= reserved) stored,
  add column is_held boolean generated always as (on_hand > 0) stored;
comment on column stock_item.low_at is 'It is low when no more than this is available; -1: never. The store''s, unless it has one of its own.';
create index stock_item_held on stock_item (store_id, shop_id, product_id) where is_held;
create index stock_item_low on stock_item (store_id, shop_id, product_id, variant_id) where is_low;
create index stock_item_out on stock_item (store_id, shop_id, product_id, variant_id) where is_out;

create index stock_movement_of_kind on stock_movement (store_id, shop_id, kind, created_at, id);

create index reservation_open on reservation (store_id, order_id) where state = 'reserved';
comment on index reservation_open is 'Few orders have goods reserved at a time: what is reserved of an item is looked up among these.';

-- Up Migration

create table shop (
  store_id text collate "C" not null,
  id text collate "C" not null,
  primary key (store_id, id)
);

create table product (
  store_id text collate "C" not null,
  id text collate "C" not null,
  sku text,
  variant_ids text[] not null default '{}',
  variant_skus text[] not null default '{}',
  shop_ids text[] not null default '{}',
  is_draft boolean not null,
  is_deleted boolean not null default false,
  version bigint not null,
  type text not null,
  retiring_until timestamptz(3),
  primary key (store_id, id),
  check (cardinality(variant_ids) = cardinality(variant_skus))
);
comment on table product is 'Projection of the catalog: the data of a product that stock depends on.';
comment on column product.variant_ids is 'In the order of their positions; empty for a product without variants.';
comment on column product.variant_skus is 'SKUs of variant_ids, by index; null for a variant without one.';
comment on column product.shop_ids is 'The shops that sell it; empty: every shop.';
comment on column product.is_deleted is 'A tombstone, so that a late change does not restore the product.';
comment on column product.version is 'The catalog''s version of the product; only a newer one is applied.';
comment on column product.type is 'simple, variable or service.';
comment on column product.retiring_until is 'Until then no order can reserve it, because the catalog is about to delete it.';
create index product_listed on product (store_id, id) where not is_draft and not is_deleted;

create table product_shop (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  shop_id text collate "C" not null,
  primary key (store_id, product_id, shop_id)
);
comment on table product_shop is 'The shops that sell each listed product that can have stock, in the order of their stock pages; maintained by the trigger on product.';
comment on column product_shop.shop_id is 'Empty: every shop.';
create index product_shop_of_shop on product_shop (store_id, shop_id, product_id);

-- A trigger sees the rows that a concurrent projection of the same product committed; a statement that waited for the row does not.
create function product_shop_sync() returns trigger language plpgsql as $$
declare
  sold_at text[] := case
    when new.is_draft or new.is_deleted or new.type = 'service' then '{}'
    when new.shop_ids = '{}' then array['']
    else new.shop_ids end;
begin
  delete from product_shop
    where store_id = new.store_id and product_id = new.id and shop_id <> all(sold_at);
  insert into product_shop (store_id, product_id, shop_id)
    select new.store_id, new.id, shop_id from unnest(sold_at) as shop_id
    on conflict do nothing;
  return null;
end $$;
create trigger product_shop_insert after insert on product for each row execute function product_shop_sync();
create trigger product_shop_update after update on product for each row
  when (row (old.shop_ids, old.is_draft, old.is_deleted, old.type) is distinct from
    row (new.shop_ids, new.is_draft, new.is_deleted, new.type))
  execute function product_shop_sync();

create table stock_settings (
  store_id text collate "C" primary key,
  low_at integer not null check (low_at >= -1)
);
comment on table stock_settings is 'Stock settings of the stores that have set them.';
comment on column stock_settings.low_at is 'Threshold of items without their own; 0 for a store without a row.';

-- The generated columns let a sale that crosses no threshold leave all indexes unchanged.
create table stock_item (
  store_id text collate "C" not null,
  shop_id text collate "C" not null,
  product_id text collate "C" not null,
  variant_id text collate "C" not null,
  on_hand integer not null check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  version bigint not null default 1,
  low_at integer not null default 0 check (low_at >= -1),
  has_own_low_at boolean not null default false,
  is_low boolean generated always as (on_hand - reserved <= low_at) stored,
  is_out boolean generated always as (on_hand <= reserved) stored,
  is_held boolean generated always as (on_hand > 0) stored,
  primary key (store_id, shop_id, product_id, variant_id),
  foreign key (store_id, product_id) references product (store_id, id),
  constraint stock_item_reserved_is_there check (reserved <= on_hand)
);
comment on table stock_item is 'Stock of a product or variant at a shop; without a row it was never stocked there.';
comment on column stock_item.variant_id is 'Empty for a product without variants.';
comment on column stock_item.version is 'Increases with every change; receivers of events order by it.';
comment on column stock_item.low_at is 'The item is low when no more than this is available; -1: never. The store''s threshold, unless has_own_low_at.';
create index stock_item_held on stock_item (store_id, shop_id, product_id) where is_held;
create index stock_item_low on stock_item (store_id, shop_id, product_id, variant_id) where is_low;
create index stock_item_out on stock_item (store_id, shop_id, product_id, variant_id) where is_out;

create table stock_movement (
  store_id text collate "C" not null,
  id bigint generated always as identity,
  shop_id text collate "C" not null,
  product_id text collate "C" not null,
  variant_id text collate "C" not null,
  delta integer not null check (delta <> 0),
  on_hand integer not null check (on_hand >= 0),
  kind text not null check (kind in ('adjustment', 'sale', 'return', 'transfer', 'initial')),
  reason text,
  order_id text collate "C",
  actor_kind text not null check (actor_kind in ('system', 'installation', 'person')),
  actor_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (store_id, shop_id, id, created_at)
) partition by range (created_at);
comment on table stock_movement is 'The ledger. The deltas of a stock item add up to its on_hand; those that are kept, to its change since the first of them.';
comment on column stock_movement.id is 'Increases with the movements of one stock item, because it is assigned while the item is locked.';
comment on column stock_movement.variant_id is 'Empty for a product without variants.';
comment on column stock_movement.on_hand is 'After the movement.';
comment on column stock_movement.actor_id is 'Id of the installation or person; empty for the system.';
create index stock_movement_of_product on stock_movement (store_id, product_id, id);
create index stock_movement_of_kind on stock_movement (store_id, shop_id, kind, created_at, id);
create table stock_movement_rest partition of stock_movement default;
comment on table stock_movement_rest is 'Those of months without a partition; they stay.';

create schema archive;
create table archive.stock_movement (like stock_movement including all excluding identity) partition by range (created_at);
comment on table archive.stock_movement is 'Expired months of the ledger.';

create function stock_movement_stays() returns trigger language plpgsql as $$
begin
  raise exception 'stock_movement is append only';
end $$;
create trigger stock_movement_stays before update or delete on stock_movement
  for each statement execute function stock_movement_stays();
create trigger stock_movement_stays before update or delete on archive.stock_movement
  for each statement execute function stock_movement_stays();

create table reservation (
  store_id text collate "C" not null,
  order_id text collate "C" not null,
  version bigint not null default 0,
  state text not null check (state in ('reserved', 'taken', 'released')),
  expires_at timestamptz(3) check (expires_at is null or state = 'reserved'),
  primary key (store_id, order_id)
);
comment on table reservation is 'State of an order''s items. A released reservation stays, so that an older version of the order changes nothing.';
comment on column reservation.version is 'Version of the order that the state belongs to; 0 until one was received.';
comment on column reservation.expires_at is 'Null once the order is confirmed.';
create index reservation_expiring on reservation (expires_at) where expires_at is not null;
create index reservation_open on reservation (store_id, order_id) where state = 'reserved';
comment on index reservation_open is 'Few orders have units reserved at a time; the reservations of an item are looked up among them.';

create table reservation_line (
  store_id text collate "C" not null,
  order_id text collate "C" not null,
  shop_id text collate "C" not null,
  product_id text collate "C" not null,
  variant_id text collate "C" not null,
  quantity integer not null check (quantity >= 0),
  written_off integer not null default 0 check (written_off >= 0),
  primary key (store_id, order_id, shop_id, product_id, variant_id),
  foreign key (store_id, order_id) references reservation (store_id, order_id)
);
comment on table reservation_line is 'Items of an order. The quantities of the reserved orders of a stock item add up to its reserved.';
comment on column reservation_line.written_off is 'Units that were returned but not put back on the shelf; not part of quantity.';
comment on column reservation_line.variant_id is 'Empty for a product without variants.';

-- What the rows of `GET /stock` depend on.
create constraint trigger shop_advances_pages after delete on shop
  deferrable initially deferred for each row execute function advance_page_version();
create constraint trigger product_advances_pages after insert or delete on product
  deferrable initially deferred for each row execute function advance_page_version();
create constraint trigger product_change_advances_pages after update on product
  deferrable initially deferred for each row
  when (row (old.sku, old.variant_ids, old.variant_skus, old.shop_ids, old.is_draft, old.is_deleted, old.type) is distinct from
    row (new.sku, new.variant_ids, new.variant_skus, new.shop_ids, new.is_draft, new.is_deleted, new.type))
  execute function advance_page_version();
create constraint trigger stock_item_advances_pages after insert or delete on stock_item
  deferrable initially deferred for each row execute function advance_page_version();
create constraint trigger stock_item_change_advances_pages after update on stock_item
  deferrable initially deferred for each row
  when (row (old.on_hand, old.reserved) is distinct from row (new.on_hand, new.reserved))
  execute function advance_page_version();

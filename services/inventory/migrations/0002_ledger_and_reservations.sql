-- Up Migration

alter table product add column type text, add column retiring_until timestamptz(3);
comment on column product.type is 'simple, variable or service; null where it was projected before it was kept: the catalogue is asked before it matters.';
comment on column product.retiring_until is 'Until then no order can reserve it, because the catalogue is about to delete it.';

-- A trigger sees what a concurrent projection of the same product has committed; a statement that waited for the row does not.
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

-- A number that contradicts itself was never shown as less than nothing to sell; now it cannot be written.
update stock_item set reserved = on_hand where reserved > on_hand;
alter table stock_item add constraint stock_item_reserved_is_there check (reserved <= on_hand);

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
  primary key (store_id, shop_id, id)
);
comment on table stock_movement is 'The ledger: why there is as much on hand as there is. Of each stock item the deltas add up to on_hand.';
comment on column stock_movement.id is 'Of one stock item in the order of the changes, since it is given while the item is locked.';
comment on column stock_movement.variant_id is 'Empty for a product without variants.';
comment on column stock_movement.on_hand is 'After the movement.';
comment on column stock_movement.actor_id is 'Of the installation or person; empty for the system.';
create index stock_movement_of_product on stock_movement (store_id, product_id, id);

create function stock_movement_stays() returns trigger language plpgsql as $$
begin
  raise exception 'stock_movement is append only';
end $$;
create trigger stock_movement_stays before update or delete on stock_movement
  for each statement execute function stock_movement_stays();

create table reservation (
  store_id text collate "C" not null,
  order_id text collate "C" not null,
  version bigint not null default 0,
  state text not null check (state in ('reserved', 'taken', 'released')),
  expires_at timestamptz(3) check (expires_at is null or state = 'reserved'),
  primary key (store_id, order_id)
);
comment on table reservation is 'What the goods of an order are. A released one stays, so that an older version of the order changes nothing.';
comment on column reservation.version is 'Version of the order that the state is of; 0 until the order is heard of.';
comment on column reservation.expires_at is 'When it is released by itself; null once the order is confirmed.';
create index reservation_expiring on reservation (expires_at) where expires_at is not null;

create table reservation_line (
  store_id text collate "C" not null,
  order_id text collate "C" not null,
  shop_id text collate "C" not null,
  product_id text collate "C" not null,
  variant_id text collate "C" not null,
  quantity integer not null check (quantity > 0),
  primary key (store_id, order_id, shop_id, product_id, variant_id),
  foreign key (store_id, order_id) references reservation (store_id, order_id)
);
comment on table reservation_line is 'Goods of an order. Of each stock item the quantities of reserved orders add up to its reserved.';
comment on column reservation_line.variant_id is 'Empty for a product without variants.';

-- What is there already: one movement for each item, and one reservation per store for what was reserved without saying by whom.
insert into stock_movement (store_id, shop_id, product_id, variant_id, delta, on_hand, kind, actor_kind, actor_id, created_at)
  select store_id, shop_id, product_id, variant_id, on_hand, on_hand, 'initial', 'system', '', now()
  from stock_item where on_hand > 0 order by store_id, shop_id, product_id, variant_id;
insert into reservation (store_id, order_id, state)
  select distinct store_id, 'unknown', 'reserved' from stock_item where reserved > 0;
insert into reservation_line (store_id, order_id, shop_id, product_id, variant_id, quantity)
  select store_id, 'unknown', shop_id, product_id, variant_id, reserved from stock_item where reserved > 0;

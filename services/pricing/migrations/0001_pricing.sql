-- Up Migration

create table price_list (
  store_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  percent_bp integer check (percent_bp between -10000 and 100000),
  over_list_id text collate "C" check (over_list_id <> id),
  rounding_centavos integer not null default 1 check (rounding_centavos in (1, 100, 1000, 10000)),
  is_deleted boolean not null default false,
  primary key (store_id, id),
  foreign key (store_id, over_list_id) references price_list (store_id, id),
  check (percent_bp is not null or over_list_id is null)
);
comment on column price_list.percent_bp is 'Percentage that the rule adds, in basis points (negative: subtracts); null for a list of fixed prices only.';
comment on column price_list.over_list_id is 'The list whose resolved prices the rule changes; null for the base prices. Cycles are rejected when lists are saved.';
comment on column price_list.rounding_centavos is 'The rule rounds half up to multiples of this: 1 is no rounding, 100 whole pesos, then tens and hundreds.';
comment on column price_list.is_deleted is 'Deleted; the row stays until a job has removed its fixed prices.';

create table shop (
  store_id text collate "C" not null,
  id text collate "C" not null,
  default_price_list_id text collate "C",
  primary key (store_id, id),
  foreign key (store_id, default_price_list_id) references price_list (store_id, id)
);

create table product (
  store_id text collate "C" not null,
  id text collate "C" not null,
  category_ids text[] not null default '{}',
  brand_ids text[] not null default '{}',
  shop_ids text[] not null default '{}',
  is_draft boolean not null,
  is_deleted boolean not null default false,
  version bigint not null,
  variant_count integer not null default 0,
  price_centavos bigint not null check (price_centavos >= 0),
  cost_centavos bigint check (cost_centavos >= 0),
  price_version bigint not null default 0,
  compare_at_centavos bigint check (compare_at_centavos >= 0),
  primary key (store_id, id)
);
comment on table product is 'Base price and cost of a product, and a projection of the catalog''s data that the price engine depends on.';
comment on column product.version is 'The catalog''s version of the product; only a newer one is applied.';
comment on column product.is_deleted is 'A tombstone, so that a late change does not restore the product.';
comment on column product.variant_count is 'Number of rows in variant, by which pages are cut.';
comment on column product.price_centavos is 'Base price; with variants, the price of the lowest active one.';
comment on column product.cost_centavos is 'Null: unknown.';
comment on column product.shop_ids is 'The shops that sell it; empty: every shop.';
comment on column product.price_version is 'Increases with every change of the product''s prices or costs; other services apply only a newer one.';
comment on column product.compare_at_centavos is 'Null: none. Always null for a product with variants, which have their own.';
create index product_listed on product (store_id, id) where not is_draft and not is_deleted;

create table product_shop (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  shop_id text collate "C" not null,
  primary key (store_id, product_id, shop_id)
);
comment on table product_shop is 'The shops that sell each listed product, in the order of their price pages; maintained by the trigger on product.';
comment on column product_shop.shop_id is 'Empty: every shop.';
create index product_shop_of_shop on product_shop (store_id, shop_id, product_id);

-- A trigger sees the rows that a concurrent projection of the same product committed; a statement that waited for the row does not.
create function product_shop_sync() returns trigger language plpgsql as $$
declare
  sold_at text[] := case
    when new.is_draft or new.is_deleted then '{}'
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
  when (row (old.shop_ids, old.is_draft, old.is_deleted) is distinct from row (new.shop_ids, new.is_draft, new.is_deleted))
  execute function product_shop_sync();

create table variant (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  id text collate "C" not null,
  position integer not null,
  is_active boolean not null,
  price_centavos bigint not null check (price_centavos >= 0),
  compare_at_centavos bigint check (compare_at_centavos >= 0),
  cost_centavos bigint check (cost_centavos >= 0),
  primary key (store_id, product_id, id),
  foreign key (store_id, product_id) references product (store_id, id) on delete cascade
);
comment on column variant.cost_centavos is 'Null: the product''s cost.';

create table price_list_entry (
  store_id text collate "C" not null,
  price_list_id text collate "C" not null,
  product_id text collate "C" not null,
  variant_id text collate "C" not null,
  price_centavos bigint not null check (price_centavos >= 0),
  primary key (store_id, product_id, price_list_id, variant_id),
  foreign key (store_id, price_list_id) references price_list (store_id, id) on delete cascade,
  foreign key (store_id, product_id) references product (store_id, id) on delete cascade
);
comment on table price_list_entry is 'A fixed price of a list.';
comment on column price_list_entry.variant_id is 'Empty: the price of the product, and of its variants without their own entry.';
create index price_list_entry_by_list on price_list_entry (store_id, price_list_id, product_id, variant_id);

create table promotion (
  store_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  percent_bp integer check (percent_bp between 1 and 10000),
  amount_centavos bigint check (amount_centavos > 0),
  shop_ids text[] not null default '{}',
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > starts_at),
  primary key (store_id, id),
  unique (store_id, id, ends_at),
  check (num_nonnulls(percent_bp, amount_centavos) = 1)
);
comment on column promotion.percent_bp is 'Discount in basis points; either this or amount_centavos.';
comment on column promotion.shop_ids is 'The shops where it applies; empty: every shop.';
comment on column promotion.ends_at is 'The first instant at which it no longer applies; infinity: until it is ended.';
create index promotion_by_end on promotion (store_id, ends_at, id);
create index promotion_by_start on promotion (store_id, starts_at, id);
comment on index promotion_by_end is 'For running and past promotions.';
comment on index promotion_by_start is 'For upcoming promotions.';

create table promotion_target (
  store_id text collate "C" not null,
  promotion_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('product', 'category', 'brand')),
  target_id text collate "C" not null,
  ends_at timestamptz(3) not null,
  primary key (store_id, promotion_id, kind, target_id),
  foreign key (store_id, promotion_id, ends_at) references promotion (store_id, id, ends_at) on update cascade on delete cascade
);
comment on table promotion_target is 'A product, or a category or brand of products, that a promotion applies to.';
comment on column promotion_target.ends_at is 'The promotion''s end, kept equal by the foreign key, so that past promotions cost a page nothing.';
create index promotion_target_by_target on promotion_target (store_id, kind, target_id, ends_at);

-- What the rows of `GET /prices` depend on, beside the time.
create constraint trigger shop_advances_pages after insert or update or delete on shop
  deferrable initially deferred for each row execute function advance_page_version();
create constraint trigger price_list_advances_pages after insert or update or delete on price_list
  deferrable initially deferred for each row execute function advance_page_version();
create constraint trigger price_list_entry_advances_pages after insert or update or delete on price_list_entry
  deferrable initially deferred for each row execute function advance_page_version();
create constraint trigger promotion_advances_pages after insert or update or delete on promotion
  deferrable initially deferred for each row execute function advance_page_version();
create constraint trigger promotion_target_advances_pages after insert or update or delete on promotion_target
  deferrable initially deferred for each row execute function advance_page_version();
create constraint trigger product_advances_pages after insert or delete on product
  deferrable initially deferred for each row execute function advance_page_version();
create constraint trigger product_change_advances_pages after update on product
  deferrable initially deferred for each row
  when (row (old.category_ids, old.brand_ids, old.shop_ids, old.is_draft, old.is_deleted, old.variant_count, old.price_centavos)
    is distinct from
    row (new.category_ids, new.brand_ids, new.shop_ids, new.is_draft, new.is_deleted, new.variant_count, new.price_centavos))
  execute function advance_page_version();
create constraint trigger variant_advances_pages after insert or delete on variant
  deferrable initially deferred for each row execute function advance_page_version();
create constraint trigger variant_change_advances_pages after update on variant
  deferrable initially deferred for each row
  when (row (old.position, old.is_active, old.price_centavos) is distinct from row (new.position, new.is_active, new.price_centavos))
  execute function advance_page_version();

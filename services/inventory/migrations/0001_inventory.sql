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
  primary key (store_id, id),
  check (cardinality(variant_ids) = cardinality(variant_skus))
);
comment on table product is 'What stock needs to know of a product: a projection of the catalogue.';
comment on column product.variant_ids is 'In the order of their positions; none for a product without variants.';
comment on column product.variant_skus is 'Each for the variant of the same place; null where it has none.';
comment on column product.shop_ids is 'The shops that sell it; empty: every shop.';
comment on column product.is_deleted is 'A tombstone, so that a late change brings nothing back.';
comment on column product.version is 'Version of the catalogue''s product that the projection shows; only a newer one is applied.';
create index product_listed on product (store_id, id) where not is_draft and not is_deleted;

create table product_shop (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  shop_id text collate "C" not null,
  primary key (store_id, product_id, shop_id)
);
comment on table product_shop is 'Which shops sell a listed product that can have stock, in the order of their stock pages; kept by the trigger on product.';
comment on column product_shop.shop_id is 'Empty: every shop.';
create index product_shop_of_shop on product_shop (store_id, shop_id, product_id);

create table stock_item (
  store_id text collate "C" not null,
  shop_id text collate "C" not null,
  product_id text collate "C" not null,
  variant_id text collate "C" not null,
  on_hand integer not null check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  version bigint not null default 1,
  primary key (store_id, shop_id, product_id, variant_id),
  foreign key (store_id, product_id) references product (store_id, id)
);
comment on table stock_item is 'What a shop has of a product or variant; no row: it was never stocked there.';
comment on column stock_item.variant_id is 'Empty for a product without variants.';
comment on column stock_item.version is 'Grows with every change; receivers of events go by it.';

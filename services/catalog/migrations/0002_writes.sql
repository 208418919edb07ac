-- Up Migration

alter table product add column version bigint not null default 1;
alter table product add column price_version bigint not null default 0;
comment on column product.version is 'Grows with every change; what others keep of the product is as new as this number.';
comment on column product.price_version is 'Version of the prices as pricing numbers them; only newer ones are applied.';
create index product_draft on product (store_id, id) where is_draft;

create table bulk_price_operation (
  store_id text collate "C" not null,
  id text collate "C" not null,
  heard integer not null default 0,
  expected integer,
  applied_since timestamptz(3),
  primary key (store_id, id)
);
comment on table bulk_price_operation is 'Operations of pricing on more than 5,000 products, told as one products.bulk_updated when all their parts are heard of.';
comment on column bulk_price_operation.heard is 'Products named by the parts that have been heard of.';
comment on column bulk_price_operation.expected is 'Products that its end says it changed; null until then.';
comment on column bulk_price_operation.applied_since is 'The updated_at of the first part that changed anything.';

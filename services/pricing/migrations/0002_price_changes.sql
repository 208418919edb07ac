-- Up Migration

alter table product add column price_version bigint not null default 0;
comment on column product.price_version is 'Grows with every change of the product''s prices or costs; other services apply only a newer one.';

alter table price_list add column is_deleted boolean not null default false;
comment on column price_list.is_deleted is 'Gone for everybody; the row stays until a job has removed its fixed prices.';

create index price_list_entry_by_list on price_list_entry (store_id, price_list_id, product_id, variant_id);

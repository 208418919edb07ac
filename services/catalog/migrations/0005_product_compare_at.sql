-- Up Migration

alter table product add column compare_at_price_centavos bigint;
comment on column product.compare_at_price_centavos is 'Null: none. Of a product with variants always null: they have their own.';

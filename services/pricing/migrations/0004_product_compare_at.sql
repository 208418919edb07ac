-- Up Migration

alter table product add column compare_at_centavos bigint check (compare_at_centavos >= 0);
comment on column product.compare_at_centavos is 'Null: none. Of a product with variants always null: they have their own.';

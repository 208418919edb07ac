alter table order_line add column unit_discount_centavos bigint;
comment on column order_line.unit_discount_centavos is 'Discount of the line by which the price of each unit is reduced; null for none.';

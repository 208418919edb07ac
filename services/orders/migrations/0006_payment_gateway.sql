-- The means by which a payment of the history was made; null where none was noted.
alter table order_event add column gateway text;

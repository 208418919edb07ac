-- Up Migration

drop table forgotten_buyer;

create table erased_buyer (
  store_id text collate "C" not null,
  customer_id text collate "C" not null,
  erased_at timestamptz(3) not null,
  primary key (store_id, customer_id)
);
comment on table erased_buyer is 'Customers whom the merchant has erased: no order is made for them any more. Written under the store''s clock, so that an order being made either sees the row or is seen by the erasure.';

alter table "order" add column erased_buyer_id text collate "C";
comment on column "order".erased_buyer_id is 'The erased customer whose delivery data the order keeps until it ends; null once it holds none.';
create index order_of_erased_buyer on "order" (store_id, erased_buyer_id) where erased_buyer_id is not null;

comment on column order_draft.request is 'SHA-256 of the encoded commerce.orders.v1.CreateOrderRequest.';

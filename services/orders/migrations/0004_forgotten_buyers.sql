-- Buyers whom the merchant has erased: their orders lose what tells who they are, those that go on when they have come to their end.
create table forgotten_buyer (
  store_id text not null,
  customer_id text not null,
  told_at timestamptz(3) not null,
  primary key (store_id, customer_id)
);

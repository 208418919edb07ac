-- Up Migration

create table erased_customer (
  store_id text collate "C" not null,
  customer_id text collate "C" not null,
  told_at timestamptz(3) not null,
  looked_to timestamptz(3) not null,
  primary key (store_id, customer_id)
);
comment on table erased_customer is 'Customers whom the merchant has erased: the log of deliveries loses what it tells of them, and of their orders that go on.';
comment on column erased_customer.looked_to is 'The store''s attempts that started before this have been looked through.';
create index erased_customer_looked_to on erased_customer (looked_to);

-- The attempts of one store, in the order in which they are looked through.
create index attempt_of_store on attempt (store_id, started_at);

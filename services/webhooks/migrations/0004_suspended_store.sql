-- Up Migration

create table suspended_store (
  store_id text collate "C" primary key,
  suspended boolean not null,
  version bigint not null
);
comment on table suspended_store is 'Stores that the platform has suspended, or had suspended.';
comment on column suspended_store.version is 'Version of the suspension in auth: older events are ignored.';

create table held_delivery (
  store_id text collate "C" not null,
  delivery_id text collate "C" not null,
  primary key (store_id, delivery_id)
);
comment on table held_delivery is 'Deliveries that are cancelled while their store is suspended, and sent once it is restored.';

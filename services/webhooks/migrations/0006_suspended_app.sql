-- Up Migration

create table suspended_app (
  app_id text collate "C" primary key,
  suspended boolean not null,
  version bigint not null
);
comment on table suspended_app is 'Apps that the platform has suspended, or had suspended, by themselves or with their developer.';
comment on column suspended_app.version is 'Version of the suspension in auth: older events are ignored.';

alter table held_delivery add column app_id text collate "C";
comment on table held_delivery is 'Deliveries that are cancelled while their store or their app is suspended, and sent once neither is.';
comment on column held_delivery.app_id is 'Null when a process of a release before this column has held it.';
create index held_delivery_of_app on held_delivery (app_id, store_id, delivery_id);

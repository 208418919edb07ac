-- Up Migration

-- Only what has failed is in it, so it costs the others nothing.
create index delivery_failed on delivery (app_id, created_at, id) where state in ('dead', 'cancelled');
create index delivery_mandatory_open_of_app on delivery (app_id, created_at, id)
  where type in ('app.uninstalled', 'store.redact', 'customers.redact', 'customers.data_request') and state <> 'delivered'
    and replay_of is null;
create index unsent_event_of_app on unsent_event (app_id, event_id);

-- What is to be removed after 30 days. The index that it replaces, of all deliveries by time, was taken for lists of one app's.
create index delivery_finished on delivery (created_at) where state in ('delivered', 'dead', 'cancelled');
drop index delivery_expired;

create table replay_item (
  set_id text collate "C" not null,
  delivery_id text collate "C" not null,
  asked_at timestamptz(3) not null,
  primary key (set_id, delivery_id)
);
comment on table replay_item is 'What a range replay is still to replay: the deliveries that had failed when it was asked for, less those that it has replayed.';
comment on column replay_item.set_id is 'The request of the bulk job that replays the set.';

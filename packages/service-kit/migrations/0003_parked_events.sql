-- Up Migration

create table parked_event (
  event_id text collate "C" primary key,
  source text collate "C" not null,
  type text collate "C" not null,
  store_id text collate "C" not null,
  subject_id text collate "C" not null,
  message bytea not null,
  error text not null,
  attempts integer not null,
  first_failed_at timestamptz(3) not null,
  last_failed_at timestamptz(3) not null
);
comment on table parked_event is 'Events that failed repeatedly: acknowledged, but without effect on this database until they are replayed or discarded.';
comment on column parked_event.source is 'The publishing service.';
comment on column parked_event.message is 'The encoded event, as it was delivered.';
comment on column parked_event.error is 'The last error, without personal data.';
create index parked_event_last_failed on parked_event (last_failed_at, event_id);

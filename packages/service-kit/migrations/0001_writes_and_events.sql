-- Up Migration

create table idempotency_record (
  store_id text collate "C" not null,
  actor_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  response bytea,
  fault jsonb,
  presentation text not null,
  expires_at timestamptz(3) not null,
  primary key (store_id, actor_id, key),
  check (num_nonnulls(response, fault) = 1)
);
comment on table idempotency_record is 'Responses of keyed writes, committed with their effect.';
comment on column idempotency_record.presentation is 'How the caller presented the response, so that a replay is presented the same way.';
create index idempotency_record_expired on idempotency_record (expires_at);

create table outbox (
  id bigint generated always as identity,
  store_id text collate "C" not null,
  event_id text collate "C" not null,
  subject text not null,
  message bytea not null,
  written_at timestamptz(3) not null default clock_timestamp(),
  primary key (store_id, id)
);
create index outbox_in_order on outbox (id);
comment on table outbox is 'Committed events that are not yet published. Ids of one store are in commit order where they are written under its lock.';

create table inbox (
  store_id text collate "C" not null,
  event_id text collate "C" not null,
  handled_at timestamptz(3) not null default clock_timestamp(),
  primary key (store_id, event_id)
);
comment on table inbox is 'Events whose effect on this database has been committed.';
create index inbox_handled on inbox (handled_at);

create table bulk_job (
  store_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  request bytea not null,
  context bytea not null,
  state text not null check (state in ('running', 'done', 'failed')),
  total integer not null,
  done integer not null default 0,
  position text not null default '',
  failure text,
  started_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  leased_until timestamptz(3) not null,
  primary key (store_id, id)
);
comment on table bulk_job is 'Operations on many rows of a store, processed in parts; progress and position are committed with each part.';
comment on column bulk_job.context is 'The encoded CallContext of the requester.';
comment on column bulk_job.position is 'Start of the next part, in the format of the job kind; empty at first.';
comment on column bulk_job.leased_until is 'One process works on the job until this time; afterwards any other may continue.';
create index bulk_job_running on bulk_job (leased_until) where state = 'running';

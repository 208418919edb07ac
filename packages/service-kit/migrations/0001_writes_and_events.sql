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
comment on table idempotency_record is 'What a keyed write answered, committed with its effect.';
comment on column idempotency_record.presentation is 'What the caller said about how the answer is told, so that a replay is told alike.';
create index idempotency_record_expired on idempotency_record (expires_at);

create table outbox (
  id bigint generated always as identity primary key,
  store_id text collate "C" not null,
  event_id text collate "C" not null,
  subject text not null,
  message bytea not null,
  written_at timestamptz(3) not null default clock_timestamp()
);
comment on table outbox is 'Events that are committed and not yet published. Ids of one store are in the order of its commits where they are written under its lock.';

create table inbox (
  event_id text collate "C" primary key,
  handled_at timestamptz(3) not null default clock_timestamp()
);
comment on table inbox is 'Events whose effect on this database is committed.';
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
comment on table bulk_job is 'Operations on many rows of a store, done in parts; what is done and where it goes on is committed with each part.';
comment on column bulk_job.context is 'The encoded CallContext of who asked for it.';
comment on column bulk_job.position is 'Where the next part begins, as the kind of job has it; empty at first.';
comment on column bulk_job.leased_until is 'Until then one process works on it; afterwards any other may go on.';
create index bulk_job_running on bulk_job (leased_until) where state = 'running';

-- Up Migration

alter table endpoint
  add column previous_secret text,
  add column previous_until timestamptz(3),
  add column first_failure_at timestamptz(3),
  add column disabled_at timestamptz(3);
comment on column endpoint.previous_secret is 'The secret before the last rotation, sealed as the secret is; it signs the Standard Webhooks header until previous_until.';
comment on column endpoint.first_failure_at is 'The first failed attempt since the last that succeeded; null for one that is well.';

create table feed_clock (
  store_id text collate "C" primary key,
  last_seq bigint not null
);
comment on table feed_clock is 'The last number given to an entry of a store''s feed. Locked to the end of each fan-out: its order is the order of commits.';

create table closed_installation (
  store_id text collate "C" not null,
  installation_id text collate "C" not null,
  app_id text collate "C" not null,
  closed_at timestamptz(3) not null,
  primary key (store_id, installation_id)
);
comment on table closed_installation is 'Installations whose app.uninstalled was fanned out: nothing but store.redact goes to them any more, which is also why an event after that was not sent.';

-- By the day they were received (UTC). The service makes the partitions, and drops them after 30 days.
create table event (
  day date not null,
  id text collate "C" not null,
  store_id text collate "C" not null,
  type text collate "C" not null,
  subject_id text collate "C" not null,
  occurred_at timestamptz(3) not null,
  actor_kind smallint not null,
  actor_id text collate "C" not null,
  actor_app_id text collate "C" not null,
  request_id text not null,
  traceparent text not null,
  payload bytea not null,
  primary key (day, id)
) partition by range (day);
comment on table event is 'What happened, once, when at least one app is installed on the store. store_id is empty for a ping.';
comment on column event.request_id is 'The request at the beginning of what caused it.';
comment on column event.payload is 'The encoded message of the publishing service; data is built of it and of the resource at send time.';

create table feed_entry (
  day date not null,
  store_id text collate "C" not null,
  installation_id text collate "C" not null,
  seq bigint not null,
  event_id text collate "C" not null,
  type text collate "C" not null,
  occurred_at timestamptz(3) not null,
  sees_costs boolean not null,
  primary key (store_id, installation_id, seq, day)
) partition by range (day);
comment on table feed_entry is 'The events that an installation was, or without an endpoint would have been, sent, in the order of commits within the store.';
comment on column feed_entry.sees_costs is 'Whether the installation held read_costs when the event arrived.';

create table unsent_event (
  day date not null,
  store_id text collate "C" not null,
  event_id text collate "C" not null,
  installation_id text collate "C" not null,
  app_id text collate "C" not null,
  reason text collate "C" not null,
  primary key (store_id, installation_id, event_id, day)
) partition by range (day);
comment on table unsent_event is 'Why an event was not sent to an app that was installed.';
comment on column unsent_event.reason is 'own_echo, scope_missing, suspended, not_subscribed, no_endpoint, disabled or uninstalled (domain/audience.ts).';

create table delivery (
  id text collate "C" primary key,
  app_id text collate "C" not null,
  store_id text collate "C" not null,
  installation_id text collate "C" not null,
  event_id text collate "C" not null,
  event_day date not null,
  type text collate "C" not null,
  sees_costs boolean not null,
  state text collate "C" not null check (state in ('pending', 'retrying', 'delivered', 'dead', 'cancelled')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  last_attempt_at timestamptz(3),
  last_status integer,
  last_error text,
  replay_of text collate "C"
);
comment on table delivery is 'An event on its way to an app. Kept 30 days after it was made, longer while a mandatory one has not arrived.';
comment on column delivery.installation_id is 'Empty for a ping, as is store_id.';
comment on column delivery.event_day is 'The partition of its event.';
comment on column delivery.sees_costs is 'Whether the installation held read_costs when the event arrived.';
comment on column delivery.attempts is 'Attempts made in the present schedule; a reactivation begins it anew.';
comment on column delivery.due_at is 'When the next attempt is due; while one runs, when it is taken for lost.';
comment on column delivery.leased_until is 'Set while an attempt runs, to the due_at that it was claimed with.';
comment on column delivery.replay_of is 'The delivery that it replays.';
create index delivery_due on delivery (app_id, due_at) where state in ('pending', 'retrying');
create index delivery_open_of_installation on delivery (installation_id) where state in ('pending', 'retrying');
create index delivery_log on delivery (app_id, created_at, id);
create index delivery_of_event on delivery (event_id);
create index delivery_mandatory_open on delivery (created_at)
  where type in ('app.uninstalled', 'store.redact', 'customers.redact', 'customers.data_request') and state <> 'delivered';
create index delivery_expired on delivery (created_at);

create table attempt (
  day date not null,
  delivery_id text collate "C" not null,
  app_id text collate "C" not null,
  store_id text collate "C" not null,
  number integer not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  url text not null,
  status integer,
  error text,
  response bytea not null,
  signed_at bigint,
  signature text,
  webhook_signature text,
  body bytea,
  primary key (delivery_id, started_at, day)
) partition by range (day);
comment on table attempt is 'Every attempt of a delivery, with the exact request that was signed and the start of what was answered.';
comment on column attempt.number is 'Which attempt of the delivery''s schedule it was, from 1.';
comment on column attempt.status is 'The HTTP status; null when none was answered in time.';
comment on column attempt.error is 'What was wrong, in words; null for a success.';
comment on column attempt.response is 'The first KB of the answer''s body.';
comment on column attempt.signed_at is 'X-Service-Timestamp and webhook-timestamp, in seconds since 1970.';
create index attempt_of_app on attempt (app_id, started_at);

-- lz4 costs a fraction of what the default does; a server built without it keeps the default.
do $$
begin
  alter table attempt alter column body set compression lz4;
exception when feature_not_supported then null;
end
$$;

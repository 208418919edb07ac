-- Up Migration

create table endpoint (
  app_id text collate "C" primary key,
  url text not null,
  secret text not null,
  event_types text[] not null default '{}',
  state text not null check (state in ('active', 'disabled')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  previous_secret text,
  previous_until timestamptz(3),
  first_failure_at timestamptz(3),
  disabled_at timestamptz(3),
  last_failure_at timestamptz(3)
);
comment on table endpoint is 'Webhook endpoint of an app: one for all stores that the app is installed on.';
comment on column endpoint.secret is 'The whole secret, including whsec_, sealed for the purpose webhook-secret:<app_id>.';
comment on column endpoint.previous_secret is 'The secret before the last rotation, sealed like the secret; it signs the Standard Webhooks header until previous_until.';
comment on column endpoint.first_failure_at is 'Start of the failing run: the first failure after a success, or after 48 hours without any attempt; null for a healthy endpoint.';
comment on column endpoint.last_failure_at is 'The last failed attempt of the failing run.';

create table feed_clock (
  store_id text collate "C" primary key,
  last_seq bigint not null
);
comment on table feed_clock is 'The last number of an entry of a store''s feed. Locked until the end of each fan-out, so that numbers are in the order of commits.';

create table closed_installation (
  store_id text collate "C" not null,
  installation_id text collate "C" not null,
  app_id text collate "C" not null,
  closed_at timestamptz(3) not null,
  primary key (store_id, installation_id)
);
comment on table closed_installation is 'Installations whose app.uninstalled was fanned out: only store.redact is sent to them; for later events this is the reason for not sending.';

-- Partitioned by the day of receipt (UTC). The service creates the partitions, and drops them after 30 days.
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
comment on table event is 'Each event once, if at least one app is installed on the store. store_id is empty for a ping.';
comment on column event.request_id is 'The request that caused the event, directly or indirectly.';
comment on column event.payload is 'The encoded message of the publishing service; data is built from it and from the resource at send time.';

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
comment on table feed_entry is 'The events sent to an installation, or that would be sent to an active endpoint, in the order of commits within the store.';
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
comment on table unsent_event is 'Reasons why an event was not sent to an installed app.';
comment on column unsent_event.reason is 'own_echo, scope_missing, suspended, not_subscribed, no_endpoint, disabled or uninstalled (domain/audience.ts).';
create index unsent_event_of_app on unsent_event (app_id, event_id);

create table delivery (
  id text collate "C" primary key,
  app_id text collate "C" not null,
  store_id text collate "C" not null,
  installation_id text collate "C" not null,
  event_id text collate "C" not null,
  event_day date not null,
  type text collate "C" not null,
  sees_costs boolean not null,
  state text collate "C" not null check (state in ('pending', 'retrying')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null,
  last_attempt_at timestamptz(3),
  last_status integer,
  last_error text,
  replay_of text collate "C",
  is_test boolean not null default false
);
comment on table delivery is 'The queue: an event to be delivered to an app, until its delivery ends.';
comment on column delivery.installation_id is 'Empty for a ping, as is store_id.';
comment on column delivery.event_day is 'The partition of its event.';
comment on column delivery.sees_costs is 'Whether the installation held read_costs when the event arrived.';
comment on column delivery.attempts is 'Attempts made in the current schedule; a reactivation restarts the schedule.';
comment on column delivery.due_at is 'When the next attempt is due; during an attempt, the end of its lease.';
comment on column delivery.leased_until is 'Set during an attempt, to the due_at that it was claimed with.';
comment on column delivery.replay_of is 'The delivery that it replays.';
comment on column delivery.is_test is 'Requested in the portal for a trial store: its event has not happened.';
create index delivery_due on delivery (app_id, due_at);
create index delivery_of_installation on delivery (installation_id);
-- Running attempts of a store, for which an erasure waits.
create index delivery_leased on delivery (store_id, leased_until) where leased_until is not null;
create index delivery_of_app on delivery (app_id, created_at, id);
create index delivery_of_event on delivery (event_id);
create index delivery_mandatory on delivery (created_at)
  where type in ('app.uninstalled', 'store.redact', 'customers.redact', 'customers.data_request');
create index delivery_mandatory_of_app on delivery (app_id, created_at, id)
  where type in ('app.uninstalled', 'store.redact', 'customers.redact', 'customers.data_request') and replay_of is null;

create table finished_delivery (
  like delivery including comments,
  finished_at timestamptz(3) not null,
  check (state in ('delivered', 'dead', 'cancelled')),
  primary key (id, finished_at)
) partition by range (finished_at);
comment on table finished_delivery is 'A delivery that has ended. Kept for 30 days, or until a mandatory event is delivered.';
comment on column finished_delivery.leased_until is 'Of one that was cancelled during an attempt: the end of its lease, until the attempt is recorded.';
create index finished_delivery_of_app on finished_delivery (app_id, created_at, id);
create index finished_delivery_of_event on finished_delivery (event_id);
-- Contains failed deliveries only, so it costs the others nothing.
create index finished_delivery_failed on finished_delivery (app_id, created_at, id) where state in ('dead', 'cancelled');
create index finished_delivery_mandatory on finished_delivery (created_at)
  where type in ('app.uninstalled', 'store.redact', 'customers.redact', 'customers.data_request') and state <> 'delivered';
create index finished_delivery_mandatory_of_app on finished_delivery (app_id, created_at, id)
  where type in ('app.uninstalled', 'store.redact', 'customers.redact', 'customers.data_request') and state <> 'delivered'
    and replay_of is null;
-- Attempts that are still running.
create index finished_delivery_leased on finished_delivery (store_id, leased_until) where leased_until is not null;

create table finished_delivery_rest partition of finished_delivery default;
comment on table finished_delivery_rest is 'Those of days without a partition: mandatory events that were not delivered in time.';
create index finished_delivery_rest_created on finished_delivery_rest (created_at);

create view delivery_log as
  select *, null::timestamptz(3) as finished_at from delivery
  union all
  select * from finished_delivery;
comment on view delivery_log is 'All deliveries, open and finished.';

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
comment on table attempt is 'Every attempt of a delivery, with the exact request that was signed and the start of the response.';
comment on column attempt.number is 'Position of the attempt in the delivery''s schedule, from 1.';
comment on column attempt.status is 'The HTTP status; null when none arrived in time.';
comment on column attempt.error is 'Error message; null for a success.';
comment on column attempt.response is 'The first KB of the response body.';
comment on column attempt.signed_at is 'X-Service-Timestamp and webhook-timestamp, in seconds since 1970.';
create index attempt_of_app on attempt (app_id, started_at);
-- The attempts of a store in the order in which an erasure searches them.
create index attempt_of_store on attempt (store_id, started_at);

-- lz4 costs a fraction of the default compression; a server built without it keeps the default.
do $$
begin
  alter table attempt alter column body set compression lz4;
exception when feature_not_supported then null;
end
$$;

create table replay_item (
  set_id text collate "C" not null,
  delivery_id text collate "C" not null,
  asked_at timestamptz(3) not null,
  primary key (set_id, delivery_id)
);
comment on table replay_item is 'Remaining deliveries of a range replay: those that had failed at the request, without those already replayed.';
comment on column replay_item.set_id is 'The request of the bulk job that replays the set.';

create table attempt_hour (
  app_id text collate "C" not null,
  hour timestamptz(3) not null,
  succeeded integer not null,
  refused integer not null,
  unanswered integer not null,
  durations integer[] not null,
  primary key (app_id, hour)
);
comment on table attempt_hour is 'Attempts of an app by hour (UTC), aggregated once the hour is over, so that statistics of weeks do not read the attempts.';
comment on column attempt_hour.durations is 'Histogram of the durations: one count for each step of domain/durations.ts.';
create index attempt_hour_expired on attempt_hour (hour);

create table attempt_hours_done (
  only_row boolean primary key default true check (only_row),
  before timestamptz(3) not null
);
comment on table attempt_hours_done is 'Attempts that started before this time are aggregated in attempt_hour; one row, none at first.';

create table secret_use (
  app_id text collate "C" not null,
  used_at timestamptz(3) not null,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('revealed', 'rotated')),
  person_id text collate "C" not null,
  request_id text not null,
  primary key (app_id, used_at, id)
);
comment on table secret_use is 'Every reveal and rotation of the secret of an app''s endpoint, with the person. Kept permanently.';

create table log_erasure (
  store_id text collate "C" not null,
  subject_id text collate "C" not null,
  noted_at timestamptz(3) not null,
  settled_at timestamptz(3),
  looked_to timestamptz(3) not null,
  primary key (store_id, subject_id)
);
comment on table log_erasure is 'Erased customers, and orders that had delivery data of one: the bodies and responses of attempts that name them are removed from the log.';
comment on column log_erasure.noted_at is 'From then on the owners return no data of the person: only attempts claimed before can contain it.';
comment on column log_erasure.settled_at is 'When all of those attempts were found recorded; null while one may be running.';
comment on column log_erasure.looked_to is 'The store''s attempts that started before this time have been searched; done once all of those attempts are.';

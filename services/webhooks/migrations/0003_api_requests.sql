-- Up Migration

create table api_request_failure (
  app_id text collate "C" not null,
  id bigint generated always as identity,
  at timestamptz(3) not null,
  store_id text collate "C" not null,
  request_id text collate "C" not null,
  route text collate "C" not null,
  status integer not null,
  code text collate "C" not null,
  reason text collate "C" not null,
  field text collate "C" not null,
  description text not null,
  duration_ms integer not null,
  primary key (app_id, id)
);
comment on table api_request_failure is 'Responses of the public API to apps other than 2xx. Kept for 7 days.';
comment on column api_request_failure.id is 'In the order of commits, because batches are added one at a time.';
comment on column api_request_failure.store_id is 'Empty for a token request.';
comment on column api_request_failure.request_id is 'Chosen by the caller or the gateway; it may repeat.';
comment on column api_request_failure.route is 'Method and path pattern.';
comment on column api_request_failure.reason is 'Reason of the first detail, as field; both are empty without details.';
comment on column api_request_failure.description is 'Explanation of a refused token or token request; empty otherwise.';
create index api_request_failure_log on api_request_failure (app_id, at, id);
create index api_request_failure_of_request on api_request_failure (app_id, request_id);
create index api_request_failure_expired on api_request_failure (at);

create table api_request_hour (
  app_id text collate "C" not null,
  hour timestamptz(3) not null,
  route text collate "C" not null,
  succeeded integer not null,
  refused integer not null,
  failed integer not null,
  omitted integer not null,
  durations integer[] not null,
  primary key (app_id, hour, route)
);
comment on table api_request_hour is 'Responses of the public API to an app by route and hour (UTC). Kept for 7 days.';
comment on column api_request_hour.omitted is 'Failures that are not in api_request_failure, because the app had too many at once.';
comment on column api_request_hour.durations is 'Histogram of the durations: one count for each step of domain/api-requests.ts.';
create index api_request_hour_expired on api_request_hour (hour);

create table api_request_batch (
  id uuid primary key,
  added_at timestamptz(3) not null
);
comment on table api_request_batch is 'Batches of API requests that were added, so that a repeated one is not counted twice. Kept for a day.';
create index api_request_batch_expired on api_request_batch (added_at);

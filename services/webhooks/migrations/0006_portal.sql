-- Up Migration

create table attempt_hour (
  app_id text collate "C" not null,
  hour timestamptz(3) not null,
  succeeded integer not null,
  refused integer not null,
  unanswered integer not null,
  durations integer[] not null,
  primary key (app_id, hour)
);
comment on table attempt_hour is 'Attempts of an app by the hour (UTC), summed up once the hour is over: figures of weeks are read without the attempts.';
comment on column attempt_hour.durations is 'How many took how long: one count for each step of domain/durations.ts.';
create index attempt_hour_expired on attempt_hour (hour);

create table attempt_hours_done (
  only_row boolean primary key default true check (only_row),
  before timestamptz(3) not null
);
comment on table attempt_hours_done is 'Attempts that started before this are summed up in attempt_hour; one row, none at first.';

alter table delivery add column is_test boolean not null default false;
comment on column delivery.is_test is 'Sent on demand from the portal, of a store for trials: its event has not happened.';

create table secret_use (
  app_id text collate "C" not null,
  used_at timestamptz(3) not null,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('revealed', 'rotated')),
  person_id text collate "C" not null,
  request_id text not null,
  primary key (app_id, used_at, id)
);
comment on table secret_use is 'Who has seen or rotated the secret of an app''s endpoint, and when. Kept for good.';

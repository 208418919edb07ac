-- Up Migration

alter table developer add column suspended_reason text not null default '';

-- change: what a published app is to become once it is approved; {name, logoUrl, scopes}.
alter table app
  add column description text not null default '',
  add column support_url text,
  add column support_email text,
  add column change jsonb,
  add column suspended_reason text not null default '';
drop index app_developer;
create index app_developer on app (developer_id, id);

-- id: what a secret is called; hint: its last four characters, for people to tell it by.
alter table client_secret
  add column id uuid not null default gen_random_uuid(),
  add column hint text not null default '',
  add column last_used_at timestamptz(3);
create unique index client_secret_id on client_secret (id);

-- developer_id: whose store to try apps on it is; null for a merchant's.
alter table store add column developer_id text collate "C" references developer (id);
create index store_developer on store (developer_id, id) where developer_id is not null;

-- previous and proposed: versions of an app, by field.
create table app_review (
  id text collate "C" primary key,
  app_id text collate "C" not null references app (id),
  kind text not null check (kind in ('publication', 'change')),
  state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'withdrawn')),
  previous jsonb,
  proposed jsonb not null,
  note text not null default '',
  submitted_by text collate "C" references person (id),
  submitted_at timestamptz(3) not null,
  decided_by text collate "C" references person (id),
  decided_at timestamptz(3),
  reason text not null default ''
);
create unique index app_review_one_open on app_review (app_id) where state = 'open';
create index app_review_app on app_review (app_id, id);
create index app_review_open on app_review (id) where state = 'open';
create index app_review_decided on app_review (id) where state <> 'open';

-- What was done to apps, developers and stores. actor_id: a person; null for the platform itself.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_id text collate "C",
  action text not null,
  subject_id text collate "C" not null,
  reason text not null default '',
  details jsonb not null default '{}'
);
create index audit_entry_subject on audit_entry (subject_id, id);
create index audit_entry_actor on audit_entry (actor_id, id);

create index if not exists developer_member_developer on developer_member (developer_id);

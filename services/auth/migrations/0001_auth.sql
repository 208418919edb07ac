-- Up Migration

create table developer (
  id text collate "C" primary key,
  name text not null,
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null,
  suspended_reason text not null default ''
);

create table store (
  id text collate "C" primary key,
  name text not null,
  plan text not null check (plan in ('professional', 'enterprise', 'demo', 'developer')),
  created_at timestamptz(3) not null,
  developer_id text collate "C" references developer (id)
);
comment on column store.developer_id is 'Developer of a test store; null for a merchant''s store.';
create index store_developer on store (developer_id, id) where developer_id is not null;

create table person (
  id text collate "C" primary key,
  email text collate "C" not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  platform_staff boolean not null default false,
  created_at timestamptz(3) not null,
  language text not null default 'es' check (language in ('es', 'en'))
);

create table membership (
  person_id text collate "C" not null references person (id),
  store_id text collate "C" not null references store (id),
  role text not null check (role in ('owner', 'manager', 'sales', 'stock')),
  created_at timestamptz(3) not null,
  primary key (person_id, store_id)
);
create index membership_store on membership (store_id);

create table list_settings (
  person_id text collate "C" not null,
  store_id text collate "C" not null,
  list text collate "C" not null,
  hidden_columns text[] not null,
  views jsonb not null,
  primary key (person_id, store_id, list),
  foreign key (person_id, store_id) references membership (person_id, store_id) on delete cascade
);
comment on table list_settings is 'How a member of a store wants to see a list of the back office.';
comment on column list_settings.views is 'Saved filters: [{ "name", "query" }], in their order.';

create table developer_member (
  person_id text collate "C" not null references person (id),
  developer_id text collate "C" not null references developer (id),
  created_at timestamptz(3) not null,
  primary key (person_id, developer_id)
);
comment on table developer_member is 'Members of developer accounts, who manage the apps in the developer portal.';
create index developer_member_developer on developer_member (developer_id);

create table session (
  token_hash bytea primary key,
  person_id text collate "C" not null references person (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  idle_expires_at timestamptz(3) not null,
  user_agent text not null default '',
  last_seen_at timestamptz(3)
);
comment on column session.last_seen_at is 'Accurate to a minute; null for a session that was not used after it was opened.';
create index session_expiry on session (expires_at);
create index session_person on session (person_id);

create table invitation (
  id text collate "C" primary key,
  store_id text collate "C" not null references store (id),
  email text collate "C" not null check (email = lower(email)),
  role text not null check (role in ('owner', 'manager', 'sales', 'stock')),
  invited_by text collate "C" not null references person (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  unique (store_id, email)
);
comment on table invitation is 'Invitations to a store that are neither accepted nor revoked.';
create index invitation_expiry on invitation (expires_at);

create table developer_sign_up (
  id text collate "C" primary key,
  email text collate "C" not null check (email = lower(email)),
  name text not null,
  developer_name text not null,
  language text not null check (language in ('es', 'en')),
  expires_at timestamptz(3) not null
);
comment on table developer_sign_up is 'Sign-ups of developers whose email has not been verified. Their person and developer do not exist yet.';
create index developer_sign_up_expiry on developer_sign_up (expires_at);

create table mailed_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('password_reset', 'invitation', 'sign_up')),
  subject_id text collate "C" not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
comment on table mailed_token is 'Hashes of the secrets of mailed links, created when the mail is sent.';
comment on column mailed_token.subject_id is 'Id of the person whose password is reset, of the invitation, or of the sign-up.';
create index mailed_token_subject on mailed_token (subject_id);
create index mailed_token_expiry on mailed_token (expires_at);

create table app (
  id text collate "C" primary key,
  developer_id text collate "C" not null references developer (id),
  name text not null,
  logo_url text,
  redirect_uris text[] not null,
  scopes text[] not null,
  status text not null default 'draft' check (status in ('draft', 'in_review', 'published', 'rejected')),
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  description text not null default '',
  support_url text,
  support_email text,
  change jsonb,
  suspended_reason text not null default ''
);
comment on column app.change is 'Change of a published app that waits for approval: {name, logoUrl, scopes}.';
create index app_developer on app (developer_id, id);

create table client_secret (
  app_id text collate "C" not null references app (id),
  secret_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  id uuid not null default gen_random_uuid(),
  hint text not null default '',
  last_used_at timestamptz(3),
  primary key (app_id, secret_hash)
);
comment on table client_secret is 'Secrets of apps. Several are valid at once while an app switches to a new one.';
comment on column client_secret.hint is 'Last four characters, by which people recognize a secret.';
create unique index client_secret_id on client_secret (id);

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
comment on column app_review.previous is 'Version of the app to compare with, by field.';
comment on column app_review.proposed is 'Submitted version of the app, by field.';
create unique index app_review_one_open on app_review (app_id) where state = 'open';
create index app_review_app on app_review (app_id, id);
create index app_review_open on app_review (id) where state = 'open';
create index app_review_decided on app_review (id) where state <> 'open';

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_id text collate "C",
  action text not null,
  subject_id text collate "C" not null,
  reason text not null default '',
  details jsonb not null default '{}'
);
comment on table audit_entry is 'Actions on apps, developers, stores and parked events.';
comment on column audit_entry.actor_id is 'A person; null for the platform itself.';
create index audit_entry_subject on audit_entry (subject_id, id);
create index audit_entry_actor on audit_entry (actor_id, id);

create table consent_request (
  id text collate "C" primary key,
  browser_hash bytea not null,
  app_id text collate "C" not null references app (id),
  redirect_uri text not null,
  scopes text[] not null,
  state text not null,
  code_challenge text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decision text check (decision in ('allow', 'deny')),
  decided_by text collate "C" references person (id),
  store_id text collate "C" references store (id)
);
create index consent_request_expiry on consent_request (expires_at);

create table installation (
  id text collate "C" primary key,
  store_id text collate "C" not null references store (id),
  app_id text collate "C" not null references app (id),
  state text not null check (state in ('installed', 'revoked', 'uninstalled')),
  scopes text[] not null,
  generation bigint not null default 1,
  family_id text collate "C",
  family_started_at timestamptz(3) not null,
  authorized_by text collate "C" not null references person (id),
  installed_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  uninstalled_at timestamptz(3),
  uninstalled_by text check (uninstalled_by in ('merchant', 'app')),
  version bigint not null default 1
);
comment on column installation.generation is 'Claim `gen` of the access tokens in force; a revocation starts a new one.';
comment on column installation.family_id is 'The one family of refresh tokens in force; null without one.';
comment on column installation.version is 'Increases with every change, so that a consumer of delayed events keeps the latest.';
-- A store has an app once. The index also serves the count of a store's installed apps.
create unique index installation_store_app on installation (store_id, app_id) where state <> 'uninstalled';
create index installation_app on installation (app_id);

create table installation_activity (
  installation_id text collate "C" primary key references installation (id),
  last_active_at timestamptz(3) not null
);
comment on table installation_activity is 'Last request of each installation, copied from the rate buckets, which are kept for an hour.';

create table store_redaction (
  installation_id text collate "C" primary key references installation (id),
  store_id text collate "C" not null,
  app_id text collate "C" not null,
  due_at timestamptz(3) not null
);
comment on table store_redaction is 'Uninstalled apps for which `store.redact` is due, unless they are installed again before.';
create index store_redaction_due on store_redaction (due_at);
create index store_redaction_app on store_redaction (store_id, app_id);

create table authorization_code (
  code_hash bytea primary key,
  app_id text collate "C" not null references app (id),
  store_id text collate "C" not null references store (id),
  person_id text collate "C" not null references person (id),
  redirect_uri text not null,
  scopes text[] not null,
  code_challenge text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  installation_id text collate "C" references installation (id),
  family_id text collate "C",
  forget_at timestamptz(3) not null
);
comment on column authorization_code.used_at is 'Set by the exchange, so that a second one revokes the tokens of the first.';
comment on column authorization_code.forget_at is 'Time of the row''s deletion: long after the expiry for a used code.';
create index authorization_code_forget on authorization_code (forget_at);

create table refresh_token (
  token_hash bytea primary key,
  installation_id text collate "C" not null references installation (id),
  family_id text collate "C" not null,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index refresh_token_expiry on refresh_token (expires_at);

create table refresh_replay (
  token_hash bytea primary key references refresh_token (token_hash) on delete cascade,
  key_hash bytea not null,
  answer_sealed text not null,
  expires_at timestamptz(3) not null
);
comment on table refresh_replay is 'Responses of refreshes with an Idempotency-Key, encrypted; kept for 60 seconds.';
create index refresh_replay_expiry on refresh_replay (expires_at);

create table signing_key (
  kid text collate "C" primary key,
  state text not null check (state in ('next', 'active', 'retired')),
  public_jwk jsonb not null,
  private_sealed text not null,
  published_at timestamptz(3) not null,
  activated_at timestamptz(3),
  remove_at timestamptz(3)
);
comment on column signing_key.remove_at is 'Set when retired: its last token has expired by then.';
create unique index signing_key_single on signing_key (state) where state in ('next', 'active');

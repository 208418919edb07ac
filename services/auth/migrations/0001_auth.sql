-- Up Migration

create table store (
  id text collate "C" primary key,
  name text not null,
  plan text not null check (plan in ('professional', 'enterprise', 'demo', 'developer')),
  created_at timestamptz(3) not null
);

create table person (
  id text collate "C" primary key,
  email text collate "C" not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  platform_staff boolean not null default false,
  created_at timestamptz(3) not null
);

create table membership (
  person_id text collate "C" not null references person (id),
  store_id text collate "C" not null references store (id),
  role text not null check (role in ('owner', 'team')),
  created_at timestamptz(3) not null,
  primary key (person_id, store_id)
);
create index membership_store on membership (store_id);

create table developer (
  id text collate "C" primary key,
  name text not null,
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null
);

-- Who may act in a developer's name in the portal.
create table developer_member (
  person_id text collate "C" not null references person (id),
  developer_id text collate "C" not null references developer (id),
  created_at timestamptz(3) not null,
  primary key (person_id, developer_id)
);

create table session (
  token_hash bytea primary key,
  person_id text collate "C" not null references person (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  idle_expires_at timestamptz(3) not null
);
create index session_expiry on session (expires_at);

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
  updated_at timestamptz(3) not null
);
create index app_developer on app (developer_id);

-- Several are valid at once while an app changes over to a new one.
create table client_secret (
  app_id text collate "C" not null references app (id),
  secret_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  primary key (app_id, secret_hash)
);

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

-- generation: claim `gen` of the access tokens in force; a revocation begins a new one.
-- family_id: the one family of refresh tokens that is in force; null when none is.
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
  uninstalled_by text check (uninstalled_by in ('merchant', 'app'))
);
-- A store has an app once; also counts the installed apps of a store.
create unique index installation_store_app on installation (store_id, app_id) where state <> 'uninstalled';
create index installation_app on installation (app_id);

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
  -- Set by the exchange, so that a second one revokes what the first gave.
  used_at timestamptz(3),
  installation_id text collate "C" references installation (id),
  family_id text collate "C",
  -- When the row has no more use: long after the expiry for a used code.
  forget_at timestamptz(3) not null
);
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

-- The answer of a refresh that carried an Idempotency-Key, encrypted; lives 60 seconds.
create table refresh_replay (
  token_hash bytea primary key references refresh_token (token_hash) on delete cascade,
  key_hash bytea not null,
  answer_sealed text not null,
  expires_at timestamptz(3) not null
);
create index refresh_replay_expiry on refresh_replay (expires_at);

create table signing_key (
  kid text collate "C" primary key,
  state text not null check (state in ('next', 'active', 'retired')),
  public_jwk jsonb not null,
  private_sealed text not null,
  published_at timestamptz(3) not null,
  activated_at timestamptz(3),
  -- Set when retired: its last token has expired by then.
  remove_at timestamptz(3)
);
create unique index signing_key_single on signing_key (state) where state in ('next', 'active');

-- Token bucket of each installation. generation, asked, burst and per_ms are what the last call brought: ON CONFLICT sees no other
-- source. refreshed_ms: ms since the epoch, for cheap arithmetic in the platform's hottest statement.
create unlogged table rate_bucket (
  installation_id text collate "C" primary key,
  tokens double precision not null,
  generation bigint not null,
  refreshed_ms double precision not null,
  granted integer not null,
  asked integer not null,
  burst double precision not null,
  per_ms double precision not null
) with (fillfactor = 50);

-- Fixed windows that begin at their first hit: token endpoints, failed authentications, sign-ins.
create unlogged table rate_window (
  key bytea primary key,
  hits integer not null,
  expires_at timestamptz(3) not null
) with (fillfactor = 50);
create index rate_window_expiry on rate_window (expires_at);

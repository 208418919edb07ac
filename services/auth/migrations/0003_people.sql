-- Up Migration

alter table membership drop constraint membership_role_check;
-- 'team' is what processes of the version before know; who has it is a manager.
update membership set role = 'manager' where role = 'team';
alter table membership add constraint membership_role_check
  check (role in ('owner', 'manager', 'sales', 'stock', 'team'));

alter table person add column language text not null default 'es' check (language in ('es', 'en'));

alter table session
  add column user_agent text not null default '',
  add column last_seen_at timestamptz(3);
comment on column session.last_seen_at is 'To a minute; null for one that was not used after it was opened.';
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
comment on table developer_sign_up is 'Sign-ups whose e-mail has not been verified: nothing else exists of them.';
create index developer_sign_up_expiry on developer_sign_up (expires_at);

create table mailed_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('password_reset', 'invitation', 'sign_up')),
  subject_id text collate "C" not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
comment on table mailed_token is 'Hashes of the secrets of mailed links, made when the mail is sent.';
comment on column mailed_token.subject_id is 'The person whose password is reset, the invitation, or the sign-up.';
create index mailed_token_subject on mailed_token (subject_id);
create index mailed_token_expiry on mailed_token (expires_at);

create table installation_activity (
  installation_id text collate "C" primary key references installation (id),
  last_active_at timestamptz(3) not null
);
comment on table installation_activity is 'The last request of each installation, copied from the rate buckets, which live for an hour.';

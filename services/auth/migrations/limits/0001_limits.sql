-- Up Migration

-- Unlogged, because every request updates it: a crash of the server gives every installation a full quota, once.
create unlogged table rate_bucket (
  installation_id text collate "C" primary key,
  tokens double precision not null,
  refreshed_ms double precision not null,
  granted integer not null,
  asked integer not null,
  burst double precision not null,
  per_ms double precision not null
) with (fillfactor = 50);
comment on table rate_bucket is 'Token bucket of each installation. asked, burst and per_ms are those of the last call, where ON CONFLICT finds them; refreshed_ms is in ms since the epoch.';

create table rate_window (
  key bytea primary key,
  hits integer not null,
  expires_at timestamptz(3) not null
) with (fillfactor = 50);
comment on table rate_window is 'Fixed windows that start at their first hit: token endpoints, failed authentications, sign-ins, mails.';
create index rate_window_expiry on rate_window (expires_at);

create table key_claim (
  key_hash bytea primary key,
  fingerprint bytea not null,
  refusal bytea,
  expires_at timestamptz(3) not null
) with (fillfactor = 80);
comment on table key_claim is 'Idempotency keys in use: SHA-256 of installation and key, the fingerprint of the request that owns the key, and its refusal (message Refusal), if it was refused.';
create index key_claim_expiry on key_claim (expires_at);

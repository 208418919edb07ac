-- Up Migration

alter table installation add column version bigint not null default 1;
comment on column installation.version is 'Grows with every change, so that who hears of several late keeps the newest.';

create table store_redaction (
  installation_id text collate "C" primary key references installation (id),
  store_id text collate "C" not null,
  app_id text collate "C" not null,
  due_at timestamptz(3) not null
);
comment on table store_redaction is 'Uninstalled apps that are to be told to forget their store, unless they are installed again before.';
create index store_redaction_due on store_redaction (due_at);
create index store_redaction_app on store_redaction (store_id, app_id);

-- What was uninstalled before there were events, and is not installed again.
insert into store_redaction (installation_id, store_id, app_id, due_at)
select distinct on (i.store_id, i.app_id) i.id, i.store_id, i.app_id, i.uninstalled_at + interval '48 hours'
from installation i
where i.state = 'uninstalled' and not exists (
  select from installation j
  where j.store_id = i.store_id and j.app_id = i.app_id and j.state <> 'uninstalled')
order by i.store_id, i.app_id, i.uninstalled_at desc;

-- Unlogged: what a crash forgets, the record of the service that the first request went to still refuses there.
create unlogged table key_claim (
  key_hash bytea primary key,
  fingerprint bytea not null,
  expires_at timestamptz(3) not null
);
comment on table key_claim is 'Idempotency keys in use: SHA-256 of installation and key, and the fingerprint of the request that the key belongs to.';
create index key_claim_expiry on key_claim (expires_at);

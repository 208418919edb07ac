-- Up Migration

create table page_version (
  store_id text collate "C" primary key,
  version text not null
) with (fillfactor = 50);
comment on table page_version is 'Another version after every commit that may change a page of the store that is put together from several tables.';
comment on column page_version.version is 'Transaction and its time. The time keeps versions different after a restore to a point in the past.';

-- For deferred constraint triggers: the row is then locked only for the commit, after everything else, so it cannot deadlock.
create function advance_page_version() returns trigger language plpgsql as $$
begin
  insert into page_version as kept (store_id, version)
    values (coalesce(new.store_id, old.store_id), pg_current_xact_id() || ',' || floor(extract(epoch from now()) * 1000))
    on conflict (store_id) do update set version = excluded.version where kept.version <> excluded.version;
  return null;
end $$;

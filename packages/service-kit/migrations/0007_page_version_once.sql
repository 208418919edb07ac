-- Up Migration

-- A transaction may change thousands of rows of a store: the first of its triggers advances the version, and the others find that in a setting that ends with it.
create or replace function advance_page_version() returns trigger language plpgsql as $$
declare
  changed text := coalesce(new.store_id, old.store_id);
begin
  if current_setting('commerce.advanced_pages', true) is distinct from changed then
    insert into page_version as kept (store_id, version)
      values (changed, pg_current_xact_id() || ',' || floor(extract(epoch from now()) * 1000))
      on conflict (store_id) do update set version = excluded.version where kept.version <> excluded.version;
    perform set_config('commerce.advanced_pages', changed, true);
  end if;
  return null;
end $$;

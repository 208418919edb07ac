-- Up Migration

-- Test stores are emptied; every other statement still finds an append-only ledger.
create or replace function stock_movement_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('inventory.purge', true) = 'on' then
    return null;
  end if;
  raise exception 'stock_movement is append only';
end $$;

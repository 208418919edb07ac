create table customer_note (
  store_id text collate "C" not null,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  content text not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (store_id, id)
);
comment on table customer_note is 'Notes of the team about a customer or contact; deleted with the person''s data.';
comment on column customer_note.created_by is 'Id of the person.';
create index customer_note_of_customer on customer_note (store_id, customer_id, created_at, id);

-- Erased people have a list of their own.
create index customer_erased on customer (store_id, updated_at, id) where erased_at is not null;

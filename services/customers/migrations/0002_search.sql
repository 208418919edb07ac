-- Up Migration

create extension if not exists pg_trgm;

create function customer_search_text(name text, email text, phone text, document text) returns text
  language sql immutable parallel safe
  return lower(translate(name || ' ' || email,
      'áéíóúàèìòùâêîôûäëïöüãõñçÁÉÍÓÚÀÈÌÒÙÂÊÎÔÛÄËÏÖÜÃÕÑÇ', 'aeiouaeiouaeiouaeiouaoncAEIOUAEIOUAEIOUAEIOUAONC'))
    || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || coalesce(regexp_replace(document, '[^0-9]', '', 'g'), '');
comment on function customer_search_text is
  'What a customer is looked for in: src/domain/search-text.ts makes what is looked for alike.';

-- An index and no column: the version before inserts whole rows.
create index customer_by_text on customer
  using gin (customer_search_text(name, email, phone, document_number) gin_trgm_ops, tags);
-- As customer_by_update, of the contacts.
create index contact_by_update on customer (store_id, updated_at, id) where kind = 'contact';

-- Up Migration

-- What a SKU, barcode or part of a name is found by. Its owner may add it to a database of his own: it is a trusted extension.
create extension if not exists pg_trgm;

create table product_search (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  words text not null,
  name_key text collate "C" not null,
  facets text[] not null,
  primary key (store_id, product_id),
  foreign key (store_id, product_id) references product (store_id, id) on delete cascade
);
comment on table product_search is 'What the back office finds products by, drafts too. Apart from product, so that prices change without it.';
comment on column product_search.words is 'Name, SKUs and barcodes, those of variants too, in small letters without accents.';
comment on column product_search.name_key is 'The name likewise, for the order of names.';
comment on column product_search.facets is 'The store, and status, visibility, type, categories and brands, of the product.';

insert into product_search (store_id, product_id, words, name_key, facets)
select p.store_id, p.id, d.words, left(d.name_key, 100),
  array[p.store_id, 'status:' || case when p.is_draft then 'draft' when p.is_active then 'active' else 'inactive' end,
    'visibility:' || p.visibility, 'type:' || p.type] || p.category_ids || p.brand_ids
from product p
left join lateral (
  select string_agg(concat_ws(E'\n', v.sku, v.barcode), E'\n' order by v.position) as codes
  from variant v where v.store_id = p.store_id and v.product_id = p.id
) v on true
cross join lateral (
  select lower(regexp_replace(normalize(concat_ws(E'\n', p.name, p.sku, p.barcode, v.codes), NFD), '[\u0300-\u036f]', '', 'g')) as words,
    lower(regexp_replace(normalize(p.name, NFD), '[\u0300-\u036f]', '', 'g')) as name_key
) d;

create index product_search_by_words on product_search using gin (facets, words gin_trgm_ops);
create index product_search_by_name on product_search (store_id, name_key, product_id);
alter table product_search alter column store_id set (n_distinct = 1);

-- What product_by_update leaves out. One index of both might be taken for the lists that have no drafts.
create index product_draft_by_update on product (store_id, updated_at, id) where is_draft;
create index product_by_barcode on product (store_id, barcode) where barcode is not null;
create index variant_by_barcode on variant (store_id, barcode) where barcode is not null;
alter table variant alter column store_id set (n_distinct = 1);

create table product_import (
  store_id text collate "C" not null,
  id text collate "C" not null,
  file_name text not null,
  file bytea,
  state text not null,
  failure text,
  has_quantities boolean not null default false,
  shop_id text collate "C",
  products integer not null default 0,
  to_create integer not null default 0,
  to_update integer not null default 0,
  with_errors integer not null default 0,
  problems integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  labels jsonb,
  since timestamptz(3),
  started_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_id, id)
);
alter table product_import alter column file set storage external;
comment on table product_import is 'Files of products on their way into the catalogue.';
comment on column product_import.file is 'Until it has been read.';
comment on column product_import.labels is 'Categories and brands that the file names: {categories: paths, brands: names}.';
comment on column product_import.since is 'The updated_at of the first product that was written.';
create index product_import_by_time on product_import (store_id, started_at desc, id);

create table product_import_item (
  store_id text collate "C" not null,
  import_id text collate "C" not null,
  place integer not null,
  line integer not null,
  handle text not null,
  content jsonb not null,
  action text not null,
  state text not null,
  product_id text collate "C",
  todo jsonb,
  primary key (store_id, import_id, place),
  foreign key (store_id, import_id) references product_import (store_id, id) on delete cascade
);
alter table product_import_item alter column store_id set (n_distinct = 1);
comment on column product_import_item.action is 'create, update, or none for one with errors.';
comment on column product_import_item.todo is 'What is left to do once the amounts are set.';
comment on column product_import_item.state is 'pending, written (its amounts are still to be set), done or refused.';

create table product_import_problem (
  store_id text collate "C" not null,
  import_id text collate "C" not null,
  place integer not null,
  line integer not null,
  handle text not null,
  heading text not null,
  severity text not null,
  code text not null,
  message text not null,
  primary key (store_id, import_id, place),
  foreign key (store_id, import_id) references product_import (store_id, id) on delete cascade
);
alter table product_import_problem alter column store_id set (n_distinct = 1);

create index category_by_parent on category (store_id, parent_id);
create index product_import_by_age on product_import (updated_at);

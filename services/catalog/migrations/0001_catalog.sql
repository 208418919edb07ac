-- Up Migration

-- Trigram index on the words of products. Trusted extension: the owner of a database may create it.
create extension if not exists pg_trgm;

create table store_clock (
  store_id text collate "C" primary key,
  last_stamp timestamptz(3) not null
);
comment on table store_clock is 'Latest updated_at of a store; locked from the stamp to the commit.';

create table shop (
  store_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  description text,
  image text,
  phone text not null,
  email text not null,
  street text not null,
  street_number integer not null,
  cross_streets text,
  city text not null,
  postal_code text not null,
  schedule jsonb not null default '[]',
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_id, id)
);

create table category (
  store_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  slug text not null,
  parent_id text collate "C",
  depth integer not null,
  is_active boolean not null default true,
  image text,
  updated_at timestamptz(3) not null,
  primary key (store_id, id),
  unique (store_id, slug),
  foreign key (store_id, parent_id) references category (store_id, id)
);
create index category_by_parent on category (store_id, parent_id);

create table brand (
  store_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  slug text not null,
  is_active boolean not null default true,
  image text,
  updated_at timestamptz(3) not null,
  primary key (store_id, id),
  unique (store_id, slug)
);

create table product (
  store_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  slug text not null,
  description text,
  short_description text,
  sku text,
  barcode text,
  type text not null,
  images text[] not null default '{}',
  category_ids text[] not null default '{}',
  brand_ids text[] not null default '{}',
  tags text[] not null default '{}',
  shop_ids text[] not null default '{}',
  visibility text not null,
  is_active boolean not null,
  is_draft boolean not null,
  price_centavos bigint not null,
  cost_centavos bigint,
  variant_axes text[] not null default '{}',
  iva_rate_bp integer not null,
  weight_milli bigint not null,
  weight_unit text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  message bytea not null,
  encoding smallint not null,
  version bigint not null default 1,
  price_version bigint not null default 0,
  compare_at_price_centavos bigint,
  image_alts jsonb,
  primary key (store_id, id),
  unique (store_id, slug)
);
alter table product alter column message set storage external;
-- Statements are planned for one large store among many small ones, so that lists always read an index in its order.
alter table product alter column store_id set (n_distinct = 1);
comment on column product.compare_at_price_centavos is 'Null: none. Always null for a product with variants, which have their own.';
comment on column product.image_alts is 'Alternative texts by the URL of the image; null for none.';
comment on column product.message is 'Encoded commerce.catalog.v1.Product, rewritten with every change; lists send it as it is.';
comment on column product.encoding is 'Number of the encoding of message; a message with an older one is rebuilt from the columns.';
comment on column product.version is 'Increases with every change; projections of other services apply only newer versions.';
comment on column product.price_version is 'Version of the prices, numbered by pricing; only newer prices are applied.';
create index product_by_update on product (store_id, updated_at, id) where not is_draft;
create index product_draft on product (store_id, id) where is_draft;
-- Separate from product_by_update: one index of both might be chosen for lists that have no drafts.
create index product_draft_by_update on product (store_id, updated_at, id) where is_draft;

-- Readers keep messages by (id, updated_at, encoding), so a changed message must have a new updated_at.
create function refuse_unstamped_message() returns trigger language plpgsql as $$
begin
  raise exception '% % has a new message without a new updated_at', tg_table_name, new.id;
end
$$;
create trigger product_message_is_stamped before update of message on product for each row
  when (new.message <> old.message and new.encoding = old.encoding and new.updated_at <= old.updated_at)
  execute function refuse_unstamped_message();

create table variant (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  id text collate "C" not null,
  position integer not null,
  sku text,
  barcode text,
  name text not null,
  attributes jsonb not null default '[]',
  images text[] not null default '{}',
  price_centavos bigint not null,
  compare_at_price_centavos bigint,
  cost_centavos bigint,
  is_active boolean not null,
  primary key (store_id, product_id, id),
  foreign key (store_id, product_id) references product (store_id, id) on delete cascade
);
alter table variant alter column store_id set (n_distinct = 1);

create table product_filter (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  filter text collate "C" not null,
  value text collate "C" not null,
  updated_at timestamptz(3) not null,
  primary key (store_id, product_id, filter, value),
  foreign key (store_id, product_id) references product (store_id, id) on delete cascade
);
alter table product_filter alter column store_id set (n_distinct = 1);
comment on table product_filter is 'Filters of listed products (category, brand, sku, barcode) in the order of the lists, so that a filtered page costs no more than an unfiltered one.';
create index product_filter_by_update on product_filter (store_id, filter, value, updated_at, product_id);

create table product_search (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  words text not null,
  name_key text collate "C" not null,
  facets text[] not null,
  primary key (store_id, product_id),
  foreign key (store_id, product_id) references product (store_id, id) on delete cascade
);
alter table product_search alter column store_id set (n_distinct = 1);
comment on table product_search is 'Back-office search of products, drafts included. Separate from product, so that changes of prices do not rewrite it.';
comment on column product_search.words is 'Name, SKUs and barcodes of the product and its variants, in lower case without accents.';
comment on column product_search.name_key is 'Name in lower case without accents, for sorting by name.';
comment on column product_search.facets is 'Store, status, visibility, type, categories, brands and shops of the product.';
create index product_search_by_words on product_search using gin (facets, words gin_trgm_ops);
create index product_search_by_name on product_search (store_id, name_key, product_id);

create table bulk_price_operation (
  store_id text collate "C" not null,
  id text collate "C" not null,
  received integer not null default 0,
  expected integer,
  applied_since timestamptz(3),
  primary key (store_id, id)
);
comment on table bulk_price_operation is 'Operations of pricing on more than 5,000 products, published as one products.bulk_updated when all of their parts have been received.';
comment on column bulk_price_operation.received is 'Products of the parts received so far.';
comment on column bulk_price_operation.expected is 'Products of the whole operation, from its final event; null until that is received.';
comment on column bulk_price_operation.applied_since is 'The updated_at of the first part that changed anything.';

create table product_import (
  store_id text collate "C" not null,
  id text collate "C" not null,
  file_name text not null,
  state text not null,
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
  failure jsonb,
  to_keep integer not null default 0,
  primary key (store_id, id)
);
comment on table product_import is 'Imports of product files.';
comment on column product_import.labels is 'Categories and brands that the file names: {categories: paths, brands: names}.';
comment on column product_import.since is 'The updated_at of the first product that was written.';
comment on column product_import.failure is 'Reason why the file cannot be read: {line, code, params}.';
comment on column product_import.to_keep is 'Products that already are as in the file.';
create index product_import_by_time on product_import (store_id, started_at desc, id);
create index product_import_by_age on product_import (updated_at);

create table product_import_part (
  store_id text collate "C" not null,
  import_id text collate "C" not null,
  number integer not null,
  data bytea not null,
  primary key (store_id, import_id, number),
  foreign key (store_id, import_id) references product_import (store_id, id) on delete cascade
);
alter table product_import_part alter column store_id set (n_distinct = 1);
alter table product_import_part alter column data set storage external;
comment on table product_import_part is 'Files of imports in parts of at most 1 MiB, deleted once the preview is made.';

create table product_import_item (
  store_id text collate "C" not null,
  import_id text collate "C" not null,
  position integer not null,
  line integer not null,
  handle text not null,
  content jsonb not null,
  action text not null,
  state text not null,
  product_id text collate "C",
  todo jsonb,
  summary jsonb not null default '{"name": "", "variants": 0}',
  primary key (store_id, import_id, position),
  foreign key (store_id, import_id) references product_import (store_id, id) on delete cascade
);
alter table product_import_item alter column store_id set (n_distinct = 1);
comment on column product_import_item.summary is 'Fields of content that lists show.';
comment on column product_import_item.action is 'create, update, keep for a product that already is as in the file, or none for one with errors.';
comment on column product_import_item.todo is 'Steps that remain once the amounts are set.';
comment on column product_import_item.state is 'pending, written (its amounts are not set yet), done or refused.';

create table product_import_problem (
  store_id text collate "C" not null,
  import_id text collate "C" not null,
  position integer not null,
  line integer not null,
  handle text not null,
  heading text not null,
  severity text not null,
  code text not null,
  params jsonb not null default '{}',
  primary key (store_id, import_id, position),
  foreign key (store_id, import_id) references product_import (store_id, id) on delete cascade
);
alter table product_import_problem alter column store_id set (n_distinct = 1);
comment on column product_import_problem.params is 'Values of the placeholders in the wording of the code.';

create table image (
  store_id text collate "C" not null,
  id text collate "C" not null,
  state text not null,
  width integer not null default 0,
  height integer not null default 0,
  bytes integer not null default 0,
  created_at timestamptz(3) not null,
  unused_since timestamptz(3),
  primary key (store_id, id)
);
alter table image alter column store_id set (n_distinct = 1);
comment on table image is 'Stored images. The row is written before the files, so that no file is unknown after a crash.';
comment on column image.id is 'First 128 bits of the SHA-256 of the original file, in hexadecimal.';
comment on column image.state is 'storing, ready or deleting.';
comment on column image.bytes is 'Size of all files of the image.';
comment on column image.unused_since is 'Since when the image may be unused: set when it is stored and when a product stops using it. The job that deletes unused images checks whether a product uses it.';
create index image_by_unused on image (unused_since) where unused_since is not null;

create table image_use (
  store_id text collate "C" not null,
  product_id text collate "C" not null,
  ref text collate "C" not null,
  primary key (store_id, product_id, ref),
  foreign key (store_id, product_id) references product (store_id, id) on delete cascade
);
alter table image_use alter column store_id set (n_distinct = 1);
comment on column image_use.ref is 'Id of an image, or the key of an external URL in image_copy.';
create index image_use_by_ref on image_use (store_id, ref, product_id);

create table image_upload_part (
  store_id text collate "C" not null,
  upload_id text collate "C" not null,
  number integer not null,
  data bytea not null,
  received_at timestamptz(3) not null,
  primary key (store_id, upload_id, number)
);
alter table image_upload_part alter column store_id set (n_distinct = 1);
alter table image_upload_part alter column data set storage external;
comment on table image_upload_part is 'Image files in parts, deleted once the image is stored or the upload was given up.';
create index image_upload_part_by_age on image_upload_part (received_at);

create table image_copy (
  store_id text collate "C" not null,
  key text collate "C" not null,
  url text not null,
  state text not null,
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  failure text not null default '',
  image_id text collate "C",
  updated_at timestamptz(3) not null,
  primary key (store_id, key),
  foreign key (store_id, image_id) references image (store_id, id) on delete cascade
);
alter table image_copy alter column store_id set (n_distinct = 1);
comment on table image_copy is 'Copies of images at external URLs. A finished one stays, so that the same URL is not fetched again.';
comment on column image_copy.key is 'SHA-256 of the URL, in hexadecimal.';
comment on column image_copy.state is 'pending, copied while products are changed to the copy, ready or failed.';
comment on column image_copy.due_at is 'Time of the next attempt; later than the end of one that is running.';
create index image_copy_due on image_copy (store_id, due_at) where state in ('pending', 'copied');
create index image_copy_failed on image_copy (store_id, updated_at) where state = 'failed';
create index image_copy_by_image on image_copy (store_id, image_id) where image_id is not null;

-- Up Migration

-- A file arrives in parts, is read part by part, and is gone once its preview is made.
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
comment on table product_import_part is 'Files of imports until they have been read, in parts of at most 1 MiB.';

alter table product_import drop column file;
alter table product_import drop column failure;
alter table product_import add column failure jsonb;
alter table product_import add column to_keep integer not null default 0;
comment on column product_import.failure is 'Why the file cannot be read: {line, code, params}.';
comment on column product_import.to_keep is 'Products that are as the file has them already.';

alter table product_import_item add column summary jsonb not null default '{"name": "", "variants": 0}';
comment on column product_import_item.summary is 'What lists show of its content.';
comment on column product_import_item.action is 'create, update, keep for one that is as the file has it, or none for one with errors.';

alter table product_import_problem drop column message;
alter table product_import_problem add column params jsonb not null default '{}';
comment on column product_import_problem.params is 'Values that the wording of the code names.';

-- Up Migration

create index promotion_by_end on promotion (store_id, ends_at, id);
create index promotion_by_start on promotion (store_id, starts_at, id);
comment on index promotion_by_end is 'For those that are running or over.';
comment on index promotion_by_start is 'For those that are coming.';

-- Up Migration

-- Processes of the version before delete expired rows by their place in the table, which is not unique in a partitioned
-- one. Rows that expire within the next day are deleted now, so that those processes find none until they are replaced.
delete from inbox where handled_at < now() - interval '13 days';

-- Partitioned by the time of the event, which its id begins with: the key stays unique over all partitions. The service
-- creates the partitions of days, and drops them.
alter table inbox rename to inbox_rest;
alter index inbox_pkey rename to inbox_rest_pkey;
alter index inbox_handled rename to inbox_rest_handled;
create table inbox (
  store_id text collate "C" not null,
  event_id text collate "C" not null,
  handled_at timestamptz(3) not null default clock_timestamp(),
  primary key (store_id, event_id)
) partition by range (event_id);
comment on table inbox is 'Events whose effect on this database has been committed.';
comment on table inbox_rest is 'Those of days without a partition: events that were handled after their day''s was dropped, or whose record is kept longer.';
create index inbox_handled on inbox (handled_at);
alter table inbox attach partition inbox_rest default;

-- Up Migration

-- keeps_last is true for the jobs of the previous version: which kinds need it is not known here.
alter table bulk_job
  add column failed_attempts integer not null default 0,
  add column failing_since timestamptz(3),
  add column keeps_last boolean not null default true;
comment on column bulk_job.failed_attempts is 'Number of unexpected errors since the last part that succeeded.';
comment on column bulk_job.failing_since is 'Time of the first of these errors.';
comment on column bulk_job.keeps_last is 'Whether the job is kept until a newer one of its kind is started in the store.';
create index bulk_job_ended on bulk_job (updated_at) where state <> 'running';

-- Up Migration

drop table erased_customer;

create table log_erasure (
  store_id text collate "C" not null,
  subject_id text collate "C" not null,
  noted_at timestamptz(3) not null,
  settled_at timestamptz(3),
  looked_to timestamptz(3) not null,
  primary key (store_id, subject_id)
);
comment on table log_erasure is 'Erased customers, and orders that had delivery data of one: the log of deliveries loses the bodies and answers of attempts that name them.';
comment on column log_erasure.noted_at is 'From then on the owners give nothing of the person: only attempts claimed before can hold it.';
comment on column log_erasure.settled_at is 'When all of those had been recorded; null while one may be running.';
comment on column log_erasure.looked_to is 'The store''s attempts that started before this have been searched; done once it passes settled_at.';

alter table endpoint add column last_failure_at timestamptz(3);
comment on column endpoint.first_failure_at is 'When the failing run began: the first failure after a success, or after 48 hours without any attempt; null for a healthy endpoint.';
comment on column endpoint.last_failure_at is 'The last failed attempt of the failing run.';

alter table store add column suspended_at timestamptz(3);
alter table store add column suspended_reason text not null default '';
alter table store add column suspension_version bigint not null default 0;
comment on column store.suspended_reason is 'For the team of the store; empty unless it is suspended.';
comment on column store.suspension_version is 'Increases with every suspension and restoration.';

create index store_suspended on store (id) where suspended_at is not null;

alter table app add column suspension_version bigint not null default 0;
alter table app add column published_suspended boolean not null default false;
comment on column app.suspension_version is 'Version of the last app.suspended or app.restored.';
comment on column app.published_suspended is 'The last of these events was app.suspended. False for an app without any, also if it was suspended before they existed: the job publishes it.';

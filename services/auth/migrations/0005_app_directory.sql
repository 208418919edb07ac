alter table app add column install_url text;
comment on column app.install_url is 'Where a merchant starts the installation from the app directory; null when the app cannot be installed from it.';
update app set change = change || '{"installUrl": ""}' where change is not null;
comment on column app.change is 'Change of a published app that waits for approval: {name, logoUrl, scopes, installUrl}.';
create index app_published on app (lower(name), id) where status = 'published' and suspended_at is null;

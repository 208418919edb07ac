-- Up Migration

-- The default is for processes of the previous release, which do not know the column.
alter table endpoint add column api_version text collate "C" not null default '2026-10';
comment on column endpoint.api_version is 'Version of the API that bodies have, e.g. 2026-10. Chosen by the app; the newest when the endpoint was created.';

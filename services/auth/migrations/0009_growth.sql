create index store_by_creation on store (created_at);
create index installation_by_creation on installation (installed_at);

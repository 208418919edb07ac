-- Up Migration

create table endpoint (
  app_id text collate "C" primary key,
  url text not null,
  secret text not null,
  event_types text[] not null default '{}',
  state text not null check (state in ('active', 'disabled')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
comment on table endpoint is 'Where an app receives its webhooks: one for each app, for all the stores that it is installed on.';
comment on column endpoint.secret is 'The whole secret, whsec_ included, sealed for the purpose webhook-secret:<app_id>.';

-- Up Migration

create table mail (
  id uuid primary key default gen_random_uuid(),
  app_id text collate "C" not null,
  kind text not null check (kind in ('webhook_disabled')),
  facts jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  last_error text
);
comment on table mail is 'Mails to the people of an app''s developer. Whom they go to is asked when they are sent: no address is kept here.';
comment on column mail.facts is 'What the mail tells, by its kind.';
comment on column mail.due_at is 'When it is to be sent next; while somebody is sending it, when that one has lost it.';
create index mail_due on mail (due_at) where state = 'waiting';
create index mail_finished on mail (finished_at) where state <> 'waiting';

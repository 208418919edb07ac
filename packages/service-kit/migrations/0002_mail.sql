-- Up Migration

create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  recipient text collate "C" not null,
  kind text not null,
  facts jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  last_error text
);
comment on table mail_outbox is 'Mails, committed with the change that they report and sent afterwards.';
comment on column mail_outbox.recipient is 'Recipient in the format of the mail kind (an id or an address); resolved when the mail is sent.';
comment on column mail_outbox.facts is 'Template data of the mail kind; emptied when the mail is finished.';
comment on column mail_outbox.due_at is 'Time of the next attempt; during an attempt, the end of the lease.';
create index mail_outbox_due on mail_outbox (due_at) where state = 'waiting';
create index mail_outbox_finished on mail_outbox (finished_at) where state <> 'waiting';

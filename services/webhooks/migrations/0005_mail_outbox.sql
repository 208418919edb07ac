-- Up Migration

-- Mails are now in the outbox that all services have. Processes of the version before still read and write `mail`,
-- which shows the same rows to them; a later version drops it.
insert into mail_outbox (id, recipient, kind, facts, state, attempts, due_at, created_at, finished_at, last_error)
select id, app_id, kind, facts, state, attempts, due_at, created_at, finished_at, last_error from mail;
drop table mail;
create view mail as
select id, recipient as app_id, kind, facts, state, attempts, due_at, created_at, finished_at, last_error from mail_outbox;

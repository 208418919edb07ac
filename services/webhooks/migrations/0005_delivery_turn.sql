-- Up Migration

create table delivery_turn (
  only_row boolean primary key default true check (only_row),
  after_app_id text collate "C" not null
);
comment on table delivery_turn is 'One row: how far the processes have come with looking for due deliveries, app by app.';
comment on column delivery_turn.after_app_id is 'The last app that was looked at; empty at the start of a round.';
insert into delivery_turn (after_app_id) values ('');

alter table session add column cli boolean not null default false;
comment on column session.cli is 'The session belongs to the command line: its token is no cookie, and opens the developer portal only.';

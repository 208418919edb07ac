alter table developer_sign_up alter column developer_name drop not null;
alter table developer_sign_up add column store_name text;
alter table developer_sign_up add constraint developer_sign_up_creates_one
  check (num_nonnulls(developer_name, store_name) = 1);
comment on table developer_sign_up is 'Sign-ups of developers and merchants whose email has not been verified. Their person, developer and store do not exist yet.';
comment on column developer_sign_up.store_name is 'Name of the store to create; null for a developer.';

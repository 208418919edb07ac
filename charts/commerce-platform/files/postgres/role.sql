-- A role with that password, and a database that it owns and no other role may enter.
select format('create role %I login', :'role') where not exists (select from pg_roles where rolname = :'role') \gexec
alter role :"role" password :'password';
select format('create database %I owner %I', :'role', :'role')
  where not exists (select from pg_database where datname = :'role') \gexec
revoke all on database :"role" from public;

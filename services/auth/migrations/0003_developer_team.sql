alter table developer_member add column role text not null default 'owner' check (role in ('owner', 'developer'));
comment on column developer_member.role is 'A developer may do everything but the team, client secrets and the publication of apps.';

create table developer_invitation (
  id text collate "C" primary key,
  developer_id text collate "C" not null references developer (id),
  email text collate "C" not null check (email = lower(email)),
  role text not null check (role in ('owner', 'developer')),
  invited_by text collate "C" not null references person (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  unique (developer_id, email)
);
comment on table developer_invitation is 'Invitations to a developer account that are neither accepted nor revoked.';
create index developer_invitation_expiry on developer_invitation (expires_at);

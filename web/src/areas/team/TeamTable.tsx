import { Select, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { IconUsers } from '@tabler/icons-react';
import type { Role } from '@commerce/console-api/access.ts';
import type { TeamMember } from '@commerce/console-api/routes/people.ts';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { reloadRoutes, useAct, useReadPages } from '../../lib/api.ts';
import { errorText } from '../../lib/problems.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { useRoles, useTeam } from './use-team.ts';

export function TeamTable() {
  const t = useTexts('team');
  const { routes, params, isOwner } = useTeam();
  const { person } = useSession();
  const team = useReadPages(routes.list, { params });
  const columns: Column<TeamMember>[] = [
    {
      key: 'name',
      title: t('list.name'),
      cell: (member) => (
        <div>
          {member.name} {member.id === person.id ? t('list.you') : ''}
          <Text size="xs" c="dimmed">
            {member.email}
          </Text>
        </div>
      ),
    },
    {
      key: 'role',
      title: t('list.role'),
      cell: (member) => (isOwner ? <RoleSelect member={member} /> : t(`roles.${member.role}`)),
    },
    { key: 'since', title: t('list.since'), cell: (member) => <Timestamp at={member.joinedAt} dayOnly /> },
    {
      key: 'remove',
      title: '',
      end: true,
      cell: (member) =>
        isOwner || member.id === person.id ? (
          <RemoveButton member={member} isMe={member.id === person.id} />
        ) : null,
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      pages={team}
      empty={<EmptyState icon={<IconUsers />} title={t('list.empty')} />}
    />
  );
}

function RoleSelect({ member }: { member: TeamMember }) {
  const t = useTexts('team');
  const common = useTexts('common');
  const { routes, params } = useTeam();
  const roles = useRoles();
  const client = useQueryClient();
  const set = useAct(routes.setRole, {
    // Changing one's own role changes the accessible pages, so the session is reloaded too.
    invalidates: [routes.list, sessionRoutes.get],
    onSuccess: ({ member: { name, role } }) =>
      void notifications.show({ message: t('list.roleSet', { name, role: t(`roles.${role}`) }) }),
    onError: (error) => {
      notifications.show({ color: 'red', message: errorText(common, error) });
      // Someone else changed the role: show the current one.
      if (error.has('changed_since_read')) void reloadRoutes(client, [routes.list]);
    },
  });
  return (
    <Select
      aria-label={t('list.roleOf', { name: member.name })}
      data={roles}
      value={member.role}
      allowDeselect={false}
      disabled={set.isPending}
      maw={200}
      size="xs"
      onChange={(role) =>
        set.mutate({
          params: { ...params, person: member.id },
          body: { role: role as Role, version: member.role as Role },
        })
      }
    />
  );
}

function RemoveButton({ member, isMe }: { member: TeamMember; isMe: boolean }) {
  const t = useTexts('team');
  const { kind, routes, params } = useTeam();
  const remove = useAct(routes.remove, { invalidates: [routes.list, sessionRoutes.get] });
  const text = isMe ? 'leave' : 'remove';
  return (
    <ConfirmButton
      size="xs"
      variant="subtle"
      label={t(`${text}.label`)}
      title={t(`${text}.title`, { name: member.name })}
      about={t(`${text}.${kind}About`)}
      act={{
        ...remove,
        mutateAsync: () => remove.mutateAsync({ params: { ...params, person: member.id } }),
      }}
    />
  );
}

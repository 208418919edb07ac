import { Select, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { IconUsers } from '@tabler/icons-react';
import type { Role } from '@commerce/console-api/access.ts';
import { peopleRoutes, type TeamMember } from '@commerce/console-api/routes/people.ts';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { useAct, useReadPages } from '../../../lib/api.ts';
import { errorText } from '../../../lib/problems.ts';
import { useSession, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { useRoles } from './roles.ts';

export function TeamTable() {
  const t = useTexts('team');
  const { id: store } = useStore();
  const { person } = useSession();
  const team = useReadPages(peopleRoutes.listTeam, { params: { store } });
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
    { key: 'role', title: t('list.role'), cell: (member) => <RoleSelect member={member} /> },
    { key: 'since', title: t('list.since'), cell: (member) => <Timestamp at={member.joinedAt} dayOnly /> },
    { key: 'remove', title: '', end: true, cell: (member) => <RemoveButton member={member} /> },
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

// Changing one's own role changes the accessible pages, so the session is reloaded too.
const CHANGED = [peopleRoutes.listTeam, sessionRoutes.get];

function RoleSelect({ member }: { member: TeamMember }) {
  const t = useTexts('team');
  const common = useTexts('common');
  const { id: store } = useStore();
  const roles = useRoles();
  const client = useQueryClient();
  const set = useAct(peopleRoutes.setTeamRole, {
    invalidates: CHANGED,
    onSuccess: ({ member: { name, role } }) =>
      void notifications.show({ message: t('list.roleSet', { name, role: t(`roles.${role}`) }) }),
    onError: (error) => {
      notifications.show({ color: 'red', message: errorText(common, error) });
      // Someone else changed the role: show the current one.
      if (error.has('changed_since_read'))
        void client.invalidateQueries({ queryKey: [peopleRoutes.listTeam.path] });
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
          params: { store, person: member.id },
          body: { role: role as Role, version: member.role },
        })
      }
    />
  );
}

function RemoveButton({ member }: { member: TeamMember }) {
  const t = useTexts('team');
  const { id: store } = useStore();
  const remove = useAct(peopleRoutes.removeTeamUser, { invalidates: CHANGED });
  return (
    <ConfirmButton
      size="xs"
      variant="subtle"
      label={t('remove.label')}
      title={t('remove.title', { name: member.name })}
      about={t('remove.about')}
      act={{ ...remove, mutateAsync: () => remove.mutateAsync({ params: { store, person: member.id } }) }}
    />
  );
}

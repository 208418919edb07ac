import { IconMail } from '@tabler/icons-react';
import type { OpenInvitation } from '@commerce/console-api/routes/people.ts';
import { useAct, useReadPages } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { useTeam } from './use-team.ts';

/** Pending invitations. */
export function InvitationsTable() {
  const t = useTexts('team');
  const { routes, params } = useTeam();
  const invitations = useReadPages(routes.invitations, { params });
  const columns: Column<OpenInvitation>[] = [
    { key: 'email', title: t('invitations.email'), cell: ({ email }) => email },
    { key: 'role', title: t('list.role'), cell: ({ role }) => t(`roles.${role}`) },
    { key: 'by', title: t('invitations.by'), cell: ({ invitedBy }) => invitedBy },
    {
      key: 'expires',
      title: t('invitations.expires'),
      cell: ({ expiresAt }) => <Timestamp at={expiresAt} />,
    },
    { key: 'revoke', title: '', end: true, cell: (invitation) => <RevokeButton invitation={invitation} /> },
  ];
  return (
    <DataTable
      label={t('invitations.title')}
      columns={columns}
      pages={invitations}
      empty={
        <EmptyState icon={<IconMail />} title={t('invitations.empty')} about={t('invitations.emptyAbout')} />
      }
    />
  );
}

function RevokeButton({ invitation: { id, email } }: { invitation: OpenInvitation }) {
  const t = useTexts('team');
  const { routes, params } = useTeam();
  const revoke = useAct(routes.revoke, { invalidates: [routes.invitations] });
  return (
    <ConfirmButton
      size="xs"
      variant="subtle"
      label={t('revoke.label')}
      title={t('revoke.title', { email })}
      about={t('revoke.about')}
      act={{ ...revoke, mutateAsync: () => revoke.mutateAsync({ params: { ...params, invitation: id } }) }}
    />
  );
}

import { Title } from '@mantine/core';
import { useTexts } from '../../lib/texts.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { InvitationsTable } from './InvitationsTable.tsx';
import { InviteButton } from './InviteButton.tsx';
import { TeamTable } from './TeamTable.tsx';
import { useTeam } from './use-team.ts';

/** Members and invitations of a team. */
export default function TeamPage() {
  const t = useTexts('team');
  const { kind, isOwner } = useTeam();
  return (
    <>
      <PageHeader
        title={t('title')}
        about={t(`${kind}About`)}
        actions={isOwner ? <InviteButton /> : undefined}
      />
      <TeamTable />
      {isOwner && (
        <>
          <Title order={2} size="h4" mt="xl" mb="sm">
            {t('invitations.title')}
          </Title>
          <InvitationsTable />
        </>
      )}
    </>
  );
}

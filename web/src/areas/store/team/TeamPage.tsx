import { Title } from '@mantine/core';
import { useTexts } from '../../../lib/texts.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { InvitationsTable } from './InvitationsTable.tsx';
import { InviteButton } from './InviteButton.tsx';
import { TeamTable } from './TeamTable.tsx';

/** Members and invitations of the store's team. */
export default function TeamPage() {
  const t = useTexts('team');
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} actions={<InviteButton />} />
      <TeamTable />
      <Title order={2} size="h4" mt="xl" mb="sm">
        {t('invitations.title')}
      </Title>
      <InvitationsTable />
    </>
  );
}

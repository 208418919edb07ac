import { Stack } from '@mantine/core';
import { useTexts } from '../../../lib/texts.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

export default function AccountPage() {
  const t = useTexts('account');
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Stack gap="lg" maw={640}>
        <ProfileSection />
        <PasswordSection />
        <SessionsSection />
      </Stack>
    </>
  );
}

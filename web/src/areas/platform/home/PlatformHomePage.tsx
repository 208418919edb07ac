import { Anchor, Group, Stack, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useTexts } from '../../../lib/texts.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AuditTable } from '../audit/AuditTable.tsx';
import { HealthList } from '../health/HealthList.tsx';
import { ReviewsTable } from '../reviews/ReviewsTable.tsx';
import { PlatformFigures } from './PlatformFigures.tsx';

/** Open reviews, the figures of the last days, platform health and the latest actions. */
export default function PlatformHomePage() {
  const t = useTexts('platform');
  return (
    <>
      <PageHeader title={t('home.title')} about={t('home.about')} />
      <Stack gap="xl">
        <section>
          <Head title={t('home.reviews')} to="reviews" more={t('home.allReviews')} />
          <ReviewsTable state="open" base="reviews" limit={5} />
        </section>
        <PlatformFigures />
        <section>
          <Head title={t('health.title')} to="health" more={t('home.allHealth')} />
          <HealthList />
        </section>
        <section>
          <Head title={t('home.audit')} to="audit" more={t('home.allAudit')} />
          <AuditTable limit={5} onePage />
        </section>
      </Stack>
    </>
  );
}

function Head({ title, to, more }: { title: string; to: string; more: string }) {
  return (
    <Group justify="space-between" mb="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Anchor component={Link} to={to} size="sm">
        {more}
      </Anchor>
    </Group>
  );
}

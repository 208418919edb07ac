import { Alert, Grid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { AppOverview } from '@commerce/console-api/routes/developer.ts';
import { useTexts } from '../../../lib/texts.ts';
import { AppFrame } from './AppFrame.tsx';
import { Credentials } from './Credentials.tsx';
import { PublishCard } from './PublishCard.tsx';
import { TryOut } from './TryOut.tsx';

/** Overview of an app: remaining publication steps, credentials, and how to try it. */
export default function AppOverviewPage() {
  return <AppFrame tab="overview">{(overview) => <Overview overview={overview} />}</AppFrame>;
}

function Overview({ overview }: { overview: AppOverview }) {
  return (
    <>
      <Notices overview={overview} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack>
            <PublishCard overview={overview} />
            <TryOut app={overview.app} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Credentials />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** Notices that come first: a suspension, or the reason of the last rejected review. */
function Notices({ overview: { app, lastReview } }: { overview: AppOverview }) {
  const t = useTexts('developer');
  return (
    <>
      {app.suspension === undefined ? null : (
        <Alert color="red" variant="light" icon={<IconAlertTriangle />} mb="md" title={t('suspended.app')}>
          <Text size="sm">{t('suspended.about')}</Text>
          {app.suspension.reason === '' ? null : (
            <Text size="sm" mt="xs">
              {t('suspended.reason', { reason: app.suspension.reason })}
            </Text>
          )}
        </Alert>
      )}
      {lastReview?.state === 'rejected' ? (
        <Alert color="yellow" variant="light" icon={<IconInfoCircle />} mb="md" title={t('publish.rejected')}>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {lastReview.reason}
          </Text>
        </Alert>
      ) : null}
    </>
  );
}

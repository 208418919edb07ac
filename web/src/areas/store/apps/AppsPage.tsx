import { Button, Skeleton, Stack } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { Link } from 'react-router';
import { appRoutes } from '@commerce/console-api/routes/apps.ts';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AppCard } from './AppCard.tsx';

export default function AppsPage() {
  const t = useTexts('apps');
  const { id: store } = useStore();
  const { data, error, refetch } = useRead(appRoutes.list, { params: { store } });
  const directory = (
    <Button component={Link} to="directory" variant={data?.items.length === 0 ? 'filled' : 'default'}>
      {t('directory.open')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} actions={directory} />
      {error && data === undefined ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      <Stack gap="md" aria-busy={data === undefined && !error}>
        {data === undefined && !error ? <Skeleton height={180} radius="md" /> : null}
        {data?.items.map((app) => (
          <AppCard key={app.id} app={app} />
        ))}
      </Stack>
      {data?.items.length === 0 ? (
        <EmptyState
          icon={<IconApps size={24} />}
          title={t('empty')}
          about={t('emptyAbout')}
          action={directory}
        />
      ) : null}
    </>
  );
}

import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconPuzzle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { developerRoutes, type AppView } from '@commerce/console-api/routes/developer.ts';
import { useRead, useReadPages } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AppStatus } from '../../../ui/review/AppStatus.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { StoresTable } from '../stores/StoresTable.tsx';
import { DocsLink } from '../DocsLink.tsx';
import { useDeveloper } from '../use-developer.ts';

/** The developer's apps and test stores. */
export default function DeveloperHomePage() {
  const t = useTexts('developer');
  const developer = useDeveloper();
  const { data } = useRead(developerRoutes.get, { params: { developer } });
  const apps = useReadPages(developerRoutes.listApps, { params: { developer } });
  const create = (
    <Button component={Link} to="apps/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('home.create')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={data?.name ?? t('home.title')}
        about={t('home.about')}
        actions={
          <>
            <DocsLink page="quick-start" />
            {create}
          </>
        }
      />
      {data?.suspension === undefined ? null : (
        <Alert color="red" variant="light" icon={<IconAlertTriangle />} mb="md" title={t('suspended.title')}>
          <Text size="sm">{t('suspended.about')}</Text>
          {data.suspension.reason === '' ? null : (
            <Text size="sm" mt="xs">
              {t('suspended.reason', { reason: data.suspension.reason })}
            </Text>
          )}
        </Alert>
      )}
      <Title order={2} size="h4" mb="sm">
        {t('home.apps')}
      </Title>
      <DataTable
        label={t('home.apps')}
        columns={useColumns()}
        pages={apps}
        empty={
          <EmptyState
            icon={<IconPuzzle />}
            title={t('home.empty')}
            about={t('home.emptyAbout')}
            action={create}
          />
        }
      />
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2} size="h4">
          {t('stores.title')}
        </Title>
        <Anchor component={Link} to="stores" size="sm">
          {t('home.allStores')}
        </Anchor>
      </Group>
      <StoresTable />
    </>
  );
}

function useColumns(): Column<AppView>[] {
  const t = useTexts('developer');
  return [
    {
      key: 'name',
      title: t('list.name'),
      cell: (app) => <RowTitle to={`apps/${app.id}`}>{app.fields?.name ?? app.id}</RowTitle>,
    },
    { key: 'status', title: t('list.status'), cell: (app) => <AppStatus app={app} /> },
    { key: 'installs', title: t('list.installs'), cell: (app) => number(app.installations), end: true },
    { key: 'updated', title: t('list.updated'), cell: (app) => <Timestamp at={app.updatedAt} dayOnly /> },
  ];
}

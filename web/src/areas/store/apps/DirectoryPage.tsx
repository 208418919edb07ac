import { Anchor, Button, Card, Center, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { Link } from 'react-router';
import { directoryRoutes, type ListedApp } from '@commerce/console-api/routes/directory.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AppTitle } from './AppTitle.tsx';

/** Published apps that the store can install. */
export default function DirectoryPage() {
  const t = useTexts('apps');
  const { id: store } = useStore();
  const [q] = useFilter('q');
  const pages = useReadPages(directoryRoutes.list, { params: { store }, query: { q } });
  const { items: apps } = pages;
  const manage = (
    <Button component={Link} to={`/stores/${store}/apps`} variant="default">
      {t('directory.manage')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('directory.title')} about={t('directory.about')} actions={manage} />
      <FilterBar label={t('directory.search')} />
      {pages.error && apps === undefined ? <ErrorState error={pages.error} retry={pages.refetch} /> : null}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} aria-busy={apps === undefined && !pages.error}>
        {apps === undefined && !pages.error ? <Skeleton height={150} radius="md" /> : null}
        {apps?.map((app) => (
          <ListedAppCard key={app.id} app={app} />
        ))}
      </SimpleGrid>
      {apps?.length === 0 ? (
        <EmptyState
          icon={<IconApps size={24} />}
          title={t(q === '' ? 'directory.empty' : 'directory.none')}
          about={t(q === '' ? 'directory.emptyAbout' : 'directory.noneAbout')}
        />
      ) : null}
      {pages.hasMore ? (
        <Center mt="md">
          <Button variant="default" loading={pages.isReadingMore} onClick={pages.more}>
            {t('directory.more')}
          </Button>
        </Center>
      ) : null}
    </>
  );
}

function ListedAppCard({ app }: { app: ListedApp }) {
  const t = useTexts('apps');
  return (
    <Card component="article" withBorder padding="lg" aria-labelledby={app.id}>
      <AppTitle app={app}>
        <Title order={2} size="h5" id={app.id}>
          <Anchor component={Link} to={app.id} inherit>
            {app.name}
          </Anchor>
        </Title>
      </AppTitle>
      <Text size="sm" mt="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {app.description || t('directory.noDescription')}
      </Text>
    </Card>
  );
}

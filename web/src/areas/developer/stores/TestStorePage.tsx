import { useState } from 'react';
import { Anchor, Breadcrumbs, Button, Card, Grid } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { sandboxRoutes } from '@commerce/console-api/routes/sandbox.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { DocsLink } from '../DocsLink.tsx';
import { SampleData } from './SampleData.tsx';
import { useStores } from './StoresTable.tsx';
import { StoreActions } from './StoreActions.tsx';

const POLL_MS = 1_000;

/** A test store: its sample data, and the changes that a developer can make in it. */
export default function TestStorePage() {
  const t = useTexts('developer');
  const { developer = '', testStore: store = '' } = useParams();
  const params = { developer, store };
  const { items } = useStores();
  const [isSeeding, setSeeding] = useState(false);
  const everyMs = isSeeding ? POLL_MS : false;
  const { data, error, refetch } = useRead(sandboxRoutes.get, { params }, { everyMs });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  if (isSeeding !== (data.state === 'seeding')) setSeeding(!isSeeding);
  return (
    <>
      <Breadcrumbs mb="xs">
        <Anchor component={Link} to={`/developers/${developer}/stores`} size="sm">
          {t('stores.title')}
        </Anchor>
      </Breadcrumbs>
      <PageHeader
        title={items?.find(({ id }) => id === store)?.name ?? t('sandbox.title')}
        about={<Copyable value={store} label={t('sandbox.id')} />}
        actions={
          <>
            <DocsLink page="portal" />
            <Button
              component={Link}
              to={`/stores/${store}`}
              variant="default"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {t('sandbox.open')}
            </Button>
          </>
        }
      />
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card withBorder component="section">
            <SampleData params={params} sandbox={data} />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card withBorder component="section">
            <StoreActions params={params} disabled={data.state === 'seeding'} />
          </Card>
        </Grid.Col>
      </Grid>
    </>
  );
}

import { useEffect, useState } from 'react';
import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { number } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Confirm } from './Confirm.tsx';
import { isOver, type Import } from './import-state.ts';
import { ImportProblems, ImportProducts } from './ImportTables.tsx';

const POLL_MS = 800;
/** Reason of an import that has written only some of its products. */
const STOPPED = 'writing_stopped';
const isInProgress = ({ state }: Import) => state === 'reading' || state === 'running';

/** An import: its preview, then its progress and results. */
export default function ImportPage() {
  const t = useTexts('imports');
  const { id: store } = useStore();
  const { import: id = '' } = useParams();
  const [isLive, setLive] = useState(true);
  const { data, error, refetch } = useRead(
    productRoutes.getImport,
    { params: { store, import: id } },
    { everyMs: isLive ? POLL_MS : false },
  );
  useEffect(() => setLive(data === undefined || isInProgress(data)), [data]);
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={data.fileName}
        about={
          <Anchor component={Link} to={`/stores/${store}/products/import`} inherit>
            {t('back')}
          </Anchor>
        }
      />
      <Stack gap="lg">
        <State data={data} />
        {data.state === 'reading' ? null : <Figures data={data} />}
        {data.state === 'reading' ? null : <Tables data={data} />}
      </Stack>
    </>
  );
}

function State({ data }: { data: Import }) {
  const t = useTexts('imports');
  const { id: store } = useStore();
  const toWrite = data.toCreate + data.toUpdate + data.toKeep;
  switch (data.state) {
    case 'reading':
      return <Text role="status">{t('reading')}</Text>;
    case 'preview':
      return toWrite === 0 ? (
        <Alert color="red" role="alert" title={t('nothing')}>
          {t('nothingAbout')}
        </Alert>
      ) : (
        <Confirm data={data} />
      );
    case 'running':
      return (
        <Progress
          label={t('running')}
          done={data.created + data.updated + data.unchanged + data.refused}
          total={toWrite}
        />
      );
    case 'done':
      return (
        <Alert icon={<IconCircleCheck />} role="status" title={t('done')}>
          <Group justify="space-between">
            <Text size="sm">
              {t('doneAbout', {
                created: number(data.created),
                updated: number(data.updated),
                unchanged: number(data.unchanged),
              })}
            </Text>
            <Button component={Link} to={`/stores/${store}/products`} variant="default" size="xs">
              {t('toProducts')}
            </Button>
          </Group>
        </Alert>
      );
    default:
      return (
        <Alert color="red" role="alert" title={t(data.failure?.code === STOPPED ? 'stopped' : 'failed')}>
          <Failure failure={data.failure} />
        </Alert>
      );
  }
}

/** Reason and position of a file error. */
function Failure({ failure }: Pick<Import, 'failure'>) {
  const t = useTexts('imports');
  if (failure === undefined) return null;
  const { line, code, params } = failure;
  return (
    <>
      {line > 0 ? `${t('atLine', { line })}: ` : ''}
      {t(`code.${code}`, { ...params, defaultValue: t('code.unknown') })}
    </>
  );
}

function Figures({ data }: { data: Import }) {
  const t = useTexts('imports');
  // Those of the plan, until it is carried out.
  const written = isOver(data)
    ? ([
        [t('figures.created'), data.created],
        [t('figures.updated'), data.updated],
        [t('figures.keep'), data.unchanged],
      ] as const)
    : ([
        [t('figures.create'), data.toCreate],
        [t('figures.update'), data.toUpdate],
        [t('figures.keep'), data.toKeep],
      ] as const);
  const figures = [
    [t('figures.products'), data.products],
    ...written,
    [t('figures.errors'), data.withErrors + data.refused],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, sm: 5 }}>
      {figures.map(([name, value]) => (
        <Stack
          key={name}
          gap={0}
          p="md"
          bg="var(--mantine-color-body)"
          style={{ border: '1px solid var(--quiet-border)', borderRadius: 8 }}
        >
          <Text size="xl" fw={650} className="figures">
            {number(value)}
          </Text>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
}

function Tables({ data }: { data: Import }) {
  const t = useTexts('imports');
  const [param, setTab] = useFilter('tab');
  const tab = param || (data.state === 'failed' || data.withErrors > 0 ? 'problems' : 'products');
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="products">{t('tab.products')}</Tabs.Tab>
        <Tabs.Tab value="problems">{t('tab.problems', { count: data.problems })}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="products">
        <ImportProducts data={data} />
      </Tabs.Panel>
      <Tabs.Panel value="problems">
        <ImportProblems data={data} />
      </Tabs.Panel>
    </Tabs>
  );
}

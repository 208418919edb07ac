import { Card, Grid, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import type { explorerRoutes } from '@commerce/console-api/routes/explorer.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Answer } from './Answer.tsx';
import { OperationTree } from './OperationTree.tsx';
import { RequestForm } from './RequestForm.tsx';
import { useExploring } from './use-exploring.ts';

/** App and test store, the operations as a tree, the request and its response. */
export function Explorer({ offered }: { offered: AnswerOf<typeof explorerRoutes.explorer> }) {
  const t = useTexts('explorer');
  const [appId, setApp] = useFilter('app');
  const [storeId, setStore] = useFilter('store');
  const [name, setName] = useFilter('operation');
  const { apps, stores, operations, version } = offered;
  const operation = operations.find((each) => each.name === name) ?? operations[0]!;
  const app = apps.find(({ id }) => id === appId) ?? apps[0]!;
  const store = stores.find(({ id }) => id === storeId)?.id ?? stores[0]?.id ?? '';
  const exploring = useExploring({ app: app.id, store }, setStore);
  const root = `${window.location.origin}/api/public/${version}`;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="md" maw={720}>
        <NativeSelect
          label={t('app')}
          value={app.id}
          data={apps.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={(event) => setApp(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('store')}
          description={store === '' ? t('newStoreAbout') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={store}
          data={
            stores.length === 0
              ? [{ value: '', label: t('newStore') }]
              : stores.map(({ id, name: label }) => ({ value: id, label }))
          }
          onChange={(event) => setStore(event.currentTarget.value)}
        />
      </SimpleGrid>
      <Grid>
        <Grid.Col span={{ base: 12, sm: 4, lg: 3 }}>
          <OperationTree operations={operations} active={operation.name} choose={setName} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 8, lg: 9 }}>
          <Grid>
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Card withBorder component="section" aria-label={t('request')}>
                <RequestForm key={operation.name} operation={operation} root={root} exploring={exploring} />
              </Card>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <Stack>
                {exploring.error ? <ErrorState error={exploring.error} /> : null}
                {exploring.exchange === undefined ? (
                  <Text c="dimmed" size="sm">
                    {t('notSent')}
                  </Text>
                ) : (
                  <Answer app={app} exchange={exploring.exchange} send={exploring.send} />
                )}
              </Stack>
            </Grid.Col>
          </Grid>
        </Grid.Col>
      </Grid>
    </>
  );
}

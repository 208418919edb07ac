import { useState } from 'react';
import {
  Button,
  Card,
  Code,
  Grid,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { IconPlayerPlay, IconTerminal2 } from '@tabler/icons-react';
import { useParams } from 'react-router';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { explorerRoutes, type ApiAnswer, type ApiOperation } from '@commerce/console-api/routes/explorer.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useAct, useRead } from '../../../lib/api.ts';
import { newKey } from '../../../lib/call.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

type Offered = AnswerOf<typeof explorerRoutes.explorer>;

/** Sends requests to the public API on behalf of one of the developer's apps, on one of its test stores. */
export default function ExplorerPage() {
  const t = useTexts('explorer');
  const { developer = '' } = useParams();
  const { data, error, refetch } = useRead(explorerRoutes.explorer, { params: { developer } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const isReady = data.apps.length > 0 && data.stores.length > 0;
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      {isReady ? (
        <Explorer offered={data} />
      ) : (
        <EmptyState icon={<IconTerminal2 />} title={t('empty')} about={t('emptyAbout')} />
      )}
    </>
  );
}

function Explorer({ offered }: { offered: Offered }) {
  const { developer = '' } = useParams();
  const [app, setApp] = useFilter('app');
  const [store, setStore] = useFilter('store');
  const [name, setName] = useFilter('operation');
  const { apps, stores, operations } = offered;
  const operation = operations.find((each) => each.name === name) ?? operations[0]!;
  const where = { app: app || apps[0]!.id, store: store || stores[0]!.id };
  const explore = useAct(explorerRoutes.explore);
  const t = useTexts('explorer');
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Card withBorder component="section">
          <Stack>
            <Group grow align="flex-start">
              <NativeSelect
                label={t('app')}
                value={where.app}
                data={apps.map(({ id, name: label }) => ({ value: id, label }))}
                onChange={(event) => setApp(event.currentTarget.value)}
              />
              <NativeSelect
                label={t('store')}
                value={where.store}
                data={stores.map(({ id, name: label }) => ({ value: id, label }))}
                onChange={(event) => setStore(event.currentTarget.value)}
              />
            </Group>
            <NativeSelect
              label={t('operation')}
              value={operation.name}
              data={operations.map(({ name: value, method, path }) => ({
                value,
                label: `${method} ${path}`,
              }))}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <RequestForm
              key={operation.name}
              operation={operation}
              isPending={explore.isPending}
              send={(request) => explore.mutate({ params: { developer }, body: { ...where, ...request } })}
            />
          </Stack>
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        {explore.error ? <ErrorState error={explore.error} /> : null}
        {explore.data === undefined ? null : <Answer answer={explore.data} />}
      </Grid.Col>
    </Grid>
  );
}

interface ExploredRequest {
  method: ApiOperation['method'];
  path: string;
  body: string;
  idempotencyKey: string;
}

function RequestForm({
  operation,
  isPending,
  send,
}: {
  operation: ApiOperation;
  isPending: boolean;
  send: (request: ExploredRequest) => void;
}) {
  const t = useTexts('explorer');
  const [path, setPath] = useState(operation.path);
  const [body, setBody] = useState(operation.body);
  const [key, setKey] = useState(operation.needsKey ? newKey() : '');
  const submit = () => send({ method: operation.method, path, body, idempotencyKey: key });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Text size="sm">
          {operation.summary}. {operation.scope === null ? null : t('needs', { scope: operation.scope })}
        </Text>
        <TextInput
          label={t('path')}
          description={/\{\w+\}/.test(path) ? t('pathAbout') : undefined}
          value={path}
          maxLength={4_000}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        {operation.query.length === 0 ? null : (
          <Text size="sm" c="dimmed">
            {t('parameters')} {operation.query.map(({ name }) => name).join(', ')}
          </Text>
        )}
        {operation.method === 'GET' ? null : (
          <>
            <TextInput
              label="Idempotency-Key"
              value={key}
              maxLength={255}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
            <Textarea
              label={t('body')}
              value={body}
              autosize
              minRows={4}
              maxRows={18}
              maxLength={200_000}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              onChange={(event) => setBody(event.currentTarget.value)}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} leftSection={<IconPlayerPlay size={16} aria-hidden />}>
            {t('send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Answer({ answer }: { answer: ApiAnswer }) {
  const t = useTexts('explorer');
  return (
    <Card withBorder component="section" aria-live="polite">
      <Group mb="sm">
        <Title order={2} size="h5">
          {t('answer')}
        </Title>
        <StatusBadge tone={answer.status < 300 ? 'good' : answer.status < 500 ? 'warning' : 'bad'}>
          {String(answer.status)}
        </StatusBadge>
        <Text size="sm" c="dimmed">
          {answer.durationMs} ms
        </Text>
      </Group>
      <Code block tabIndex={0} aria-label={t('body')} mah={480} style={{ overflow: 'auto' }}>
        {readable(answer.body)}
      </Code>
      {answer.cut ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('cut')}
        </Text>
      ) : null}
      <Title order={3} size="h6" mt="md" mb="xs">
        {t('headers')}
      </Title>
      <Code block tabIndex={0} aria-label={t('headers')}>
        {answer.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
      </Code>
    </Card>
  );
}

/** Indents JSON; returns other strings unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

import type { ReactNode } from 'react';
import { Alert, Anchor, Card, Code, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { requestRoutes, type RequestFailure } from '@commerce/console-api/routes/requests.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { DocsLink } from '../DocsLink.tsx';
import { useAppIds } from '../use-developer.ts';
import classes from '../webhooks/webhooks.module.css';

/** A failed request: its facts, and what its error means. */
export function RequestDetail({ id }: { id: string }) {
  const t = useTexts('requests');
  const params = useAppIds();
  const { data, error, refetch } = useRead(requestRoutes.get, { params: { ...params, request: id } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <>
      <Anchor component={Link} to={`/developers/${params.developer}/apps/${params.app}/requests`} size="sm">
        {t('detail.back')}
      </Anchor>
      <PageHeader
        title={data.route}
        about={`${data.status} ${data.code}`}
        actions={<DocsLink page="errors" />}
      />
      <Stack maw={820}>
        <Explanation failure={data} />
        <Card withBorder component="section">
          <Facts failure={data} />
        </Card>
        <Text size="sm" c="dimmed">
          {t('detail.notKept')}
        </Text>
      </Stack>
    </>
  );
}

/** Meaning of the error, with a link to its documentation. */
function Explanation({ failure: { code, description, docsPath } }: { failure: RequestFailure }) {
  const t = useTexts('requests');
  return (
    <Alert variant="light" color="orange" icon={<IconInfoCircle aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h5">
          {code}
        </Title>
        {description === '' ? null : (
          <Text size="sm" lang="en">
            {description}
          </Text>
        )}
        <Text size="sm">{t(`explain.${code}`, t('explain.other'))}</Text>
        {docsPath === '' ? null : (
          <Anchor href={docsPath} target="_blank" size="sm" c="var(--mantine-color-text)" underline="always">
            {t('detail.docs')}
          </Anchor>
        )}
      </Stack>
    </Alert>
  );
}

function Facts({ failure }: { failure: RequestFailure }) {
  const t = useTexts('requests');
  const { at, requestId, storeId, storeName, reason, field, durationMs } = failure;
  const rows: [name: string, value: ReactNode][] = [
    [t('list.requestId'), <Copyable key="id" value={requestId} label={t('list.requestId')} />],
    [t('list.at'), <Timestamp exact key="at" at={at} />],
    ...(reason === ''
      ? []
      : [[t('detail.reason'), <Code key="reason">{reason}</Code>] as [string, ReactNode]]),
    ...(field === '' ? [] : [[t('detail.field'), <Code key="field">{field}</Code>] as [string, ReactNode]]),
    [t('list.store'), storeId === '' ? '—' : `${storeName} (${storeId})`],
    [t('list.duration'), `${durationMs} ms`],
  ];
  return (
    <dl className={classes['facts']}>
      {rows.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  );
}

import { Alert, Card, Code, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { webhookRoutes, type WebhookExchange } from '@commerce/console-api/routes/webhooks.ts';
import { useRead } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useAppParams } from './app-params.ts';
import { attemptErrorText } from './attempt-error.ts';

/** Indents JSON; returns other strings unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** One attempt: the request as it was signed and sent, and the start of the response. */
export function AttemptDetail({ delivery, startedAt }: { delivery: string; startedAt: string }) {
  const t = useTexts('webhooks');
  const params = { ...useAppParams(), delivery, startedAt };
  const { data, error, refetch } = useRead(webhookRoutes.attempt, { params });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={300} />;
  return (
    <Stack>
      {data.error === undefined ? null : (
        <Alert variant="light" color="red" role="status" icon={<IconAlertTriangle aria-hidden />}>
          {attemptErrorText(t, data.error)}
        </Alert>
      )}
      <Card withBorder component="section">
        <Title order={2} size="h5" mb="xs">
          {t('attempt.request')}
        </Title>
        <SentRequest attempt={data} />
      </Card>
      <Card withBorder component="section">
        <Title order={2} size="h5" mb="xs">
          {t('attempt.response')}
        </Title>
        <Text size="sm" mb="xs">
          {data.status === undefined ? t('delivery.noAnswer') : `HTTP ${data.status}`} · {data.durationMs} ms
        </Text>
        {data.isForgotten ? null : <Answer text={data.response} />}
      </Card>
    </Stack>
  );
}

/** The request, or the reason why it is not available. */
function SentRequest({ attempt }: { attempt: WebhookExchange }) {
  const t = useTexts('webhooks');
  if (attempt.isForgotten) return <Text c="dimmed">{t('attempt.forgotten')}</Text>;
  if (attempt.headers.length === 0) return <Text c="dimmed">{t('attempt.notSent')}</Text>;
  const { pathname, search } = new URL(attempt.url);
  const lines = attempt.headers.map(({ name, value }) => `${name}: ${value}`);
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {t('attempt.requestAbout')}
      </Text>
      <Code block tabIndex={0} aria-label={t('attempt.headers')}>
        {[`POST ${pathname}${search}`, ...lines].join('\n')}
      </Code>
      <Title order={3} size="h6" mt="md" mb="xs">
        {t('attempt.body')}
      </Title>
      <Code block tabIndex={0} aria-label={t('attempt.body')} mah={420} style={{ overflow: 'auto' }}>
        {readable(attempt.body)}
      </Code>
    </>
  );
}

function Answer({ text }: { text: string }) {
  const t = useTexts('webhooks');
  if (text === '')
    return (
      <Text size="sm" c="dimmed">
        {t('attempt.empty')}
      </Text>
    );
  return (
    <Code block tabIndex={0} aria-label={t('attempt.response')}>
      {text}
    </Code>
  );
}

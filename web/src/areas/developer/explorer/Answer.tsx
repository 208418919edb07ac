import { Alert, Anchor, Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useTexts } from '../../../lib/texts.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { useDeveloper } from '../use-developer.ts';
import classes from './explorer.module.css';
import type { Exchange, Exploring } from './use-exploring.ts';

interface ExploredApp {
  id: string;
  name: string;
  scopes: string[];
}

/** Response to a request, and what to do about a missing scope. */
export function Answer({
  app,
  exchange,
  send,
}: {
  app: ExploredApp;
  exchange: Exchange;
  send: Exploring['send'];
}) {
  const t = useTexts('explorer');
  const { answer } = exchange;
  const requestId = answer.headers.find(({ name }) => name === 'x-request-id')?.value;
  return (
    <Card withBorder component="section" aria-live="polite" aria-label={t('answer')}>
      <Stack gap="sm">
        <Group>
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
        {answer.installed ? <Alert color="petrol">{t('installed', { app: app.name })}</Alert> : null}
        {answer.status === 403 ? <ScopeHelp app={app} exchange={exchange} send={send} /> : null}
        <Code block tabIndex={0} aria-label={t('answerBody')} className={classes['code']}>
          {readable(answer.body)}
        </Code>
        {answer.cut ? (
          <Text size="sm" c="dimmed">
            {t('cut')}
          </Text>
        ) : null}
        {requestId === undefined ? null : <RequestId app={app} id={requestId} status={answer.status} />}
        <Title order={3} size="h6">
          {t('headers')}
        </Title>
        <Code block tabIndex={0} aria-label={t('headers')} className={classes['code']}>
          {answer.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        </Code>
      </Stack>
    </Card>
  );
}

function RequestId({ app, id, status }: { app: ExploredApp; id: string; status: number }) {
  const t = useTexts('explorer');
  const developer = useDeveloper();
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('requestId')}
      </Text>
      <Copyable value={id} label={t('requestId')} />
      {status < 300 ? null : (
        <Anchor
          component={Link}
          to={`/developers/${developer}/apps/${app.id}/requests?requestId=${id}`}
          size="sm"
        >
          {t('requestLog')}
        </Anchor>
      )}
    </div>
  );
}

/** Offers to grant the missing scope, or to add it to the app. */
function ScopeHelp({
  app,
  exchange,
  send,
}: {
  app: ExploredApp;
  exchange: Exchange;
  send: Exploring['send'];
}) {
  const t = useTexts('explorer');
  const developer = useDeveloper();
  const scope = /scope="([^"]+)"/.exec(
    exchange.answer.headers.find(({ name }) => name === 'www-authenticate')?.value ?? '',
  )?.[1];
  if (scope === undefined) return null;
  const mayGrant = app.scopes.includes(scope) && !exchange.allScopes;
  return (
    <Alert color="yellow">
      <Text size="sm" mb="xs">
        {t(mayGrant ? 'grantAbout' : 'scopeAbout', { scope })}
      </Text>
      {mayGrant ? (
        <Button size="compact-sm" onClick={() => send(exchange.request, true)}>
          {t('grant')}
        </Button>
      ) : (
        <Anchor component={Link} to={`/developers/${developer}/apps/${app.id}/settings`} size="sm">
          {t('appSettings')}
        </Anchor>
      )}
    </Alert>
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

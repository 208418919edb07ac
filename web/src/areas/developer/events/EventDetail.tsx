import { Anchor, Button, Card, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ApiEvent, ApiField } from '@commerce/console-api/routes/explorer.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DocsLink, referencePage } from '../DocsLink.tsx';
import classes from '../explorer/explorer.module.css';
import { useDeveloper } from '../use-developer.ts';

/** An event: its meaning, how to try it, its sample and its fields. */
export function EventDetail({ event, apps }: { event: ApiEvent; apps: { id: string; name: string }[] }) {
  const t = useTexts('explorer');
  const webhooks = useTexts('webhooks');
  return (
    <Stack>
      <Card withBorder component="section">
        <Stack gap="xs">
          <Group justify="space-between">
            <Title order={2} size="h4">
              {event.type}
            </Title>
            <DocsLink page={referencePage(event.version, 'webhooks', event.type)} text={t('reference')} />
          </Group>
          <Text>{webhooks(`event.${event.type.replace('.', '_')}`)}</Text>
          <Text size="sm" c="dimmed">
            {event.scope === null ? t('events.alwaysAbout') : t('needs', { scope: event.scope })}
          </Text>
          <TestLinks type={event.type} apps={apps} />
        </Stack>
      </Card>
      <Card withBorder component="section" aria-label={t('events.sample')}>
        <Sample code={event.sample} />
      </Card>
      <Card withBorder component="section">
        <Title order={3} size="h5" mb="sm">
          {t('events.fields')}
        </Title>
        <Fields fields={event.fields} />
      </Card>
    </Stack>
  );
}

/** Links to the page of each app that sends this event as a test. */
function TestLinks({ type, apps }: { type: string; apps: { id: string; name: string }[] }) {
  const t = useTexts('explorer');
  const developer = useDeveloper();
  // A ping has its own button on the page.
  const query = type === 'ping' ? '' : `?tab=test&event=${type}`;
  return (
    <Group gap="md">
      {apps.map(({ id, name }) => (
        <Anchor
          key={id}
          component={Link}
          to={`/developers/${developer}/apps/${id}/webhooks${query}`}
          size="sm"
        >
          {t('events.test', { app: name })}
        </Anchor>
      ))}
    </Group>
  );
}

function Sample({ code }: { code: string }) {
  const t = useTexts('explorer');
  const common = useTexts('common');
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={3} size="h5">
          {t('events.sample')}
        </Title>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {common(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block tabIndex={0} aria-label={t('events.sample')} className={classes['code']}>
        {code}
      </Code>
    </>
  );
}

function Fields({ fields }: { fields: ApiField[] }) {
  const t = useTexts('explorer');
  return (
    <Stack component="dl" gap="sm" m={0} aria-label={t('events.fields')}>
      {fields.map(({ name, type, about, required, values }) => (
        <div key={name}>
          <Group component="dt" gap="xs">
            <Code>{name}</Code>
            <Text span size="sm" c="dimmed">
              {type}
              {required ? '' : ` · ${t('events.optional')}`}
            </Text>
          </Group>
          <Text component="dd" size="sm" m={0} mt={4} lang="en">
            {about} {values.join(', ')}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

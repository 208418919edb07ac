import { useState } from 'react';
import { Button, Card, Code, CopyButton, Group, List, Stack, Text, Title } from '@mantine/core';
import {
  webhookRoutes,
  type WebhookEndpoint,
  type WebhookSecretUse,
} from '@commerce/console-api/routes/webhooks.ts';
import { useAct } from '../../../lib/api.ts';
import { exactTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { useAppParams } from './app-params.ts';

const MAX_SHOWN_USES = 5;

/** Secret with a copy button. */
export function SecretText({ secret }: { secret: string }) {
  const t = useTexts('webhooks');
  return (
    <Group gap="xs" mt="xs" wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" flex="none" onClick={copy}>
            {copied ? t('secret.copied') : t('secret.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

/** Signing secret: reveal, rotate, and a record of both. */
export function SecretCard({ endpoint, uses }: { endpoint: WebhookEndpoint; uses: WebhookSecretUse[] }) {
  const t = useTexts('webhooks');
  const params = useAppParams();
  const [secret, setSecret] = useState<string>();
  const options = {
    invalidates: [webhookRoutes.get],
    onSuccess: (answer: { secret: string }) => setSecret(answer.secret),
  };
  const reveal = useAct(webhookRoutes.reveal, options);
  const rotate = useAct(webhookRoutes.rotate, options);
  const until = endpoint.previousSecretUntil;
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('secret.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('secret.about')}
        </Text>
        {secret === undefined ? null : <SecretText secret={secret} />}
        <ActError error={reveal.error} />
        <Group>
          {secret === undefined ? (
            <Button variant="default" loading={reveal.isPending} onClick={() => reveal.mutate({ params })}>
              {t('secret.reveal')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setSecret(undefined)}>
              {t('secret.hide')}
            </Button>
          )}
          <ConfirmButton
            label={t('secret.rotate')}
            title={t('secret.rotateTitle')}
            about={t('secret.rotateAbout')}
            act={{ ...rotate, mutateAsync: () => rotate.mutateAsync({ params }) }}
          />
        </Group>
        {until !== null ? <Text size="sm">{t('secret.overlap', { until: exactTime(until) })}</Text> : null}
        {uses.length === 0 ? null : (
          <>
            <Text size="sm" fw={600}>
              {t('secret.uses')}
            </Text>
            <List size="sm">
              {uses.slice(0, MAX_SHOWN_USES).map(({ at, kind, isMe }) => (
                <List.Item key={at}>
                  {isMe ? t(`secret.me.${kind}`) : t(`secret.other.${kind}`)} · {exactTime(at)}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    </Card>
  );
}

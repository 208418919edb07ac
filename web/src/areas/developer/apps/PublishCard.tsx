import { Anchor, Button, Card, Group, List, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import { developerRoutes, type AppOverview } from '@commerce/console-api/routes/developer.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { ReviewChanges } from '../../../ui/review/ReviewChanges.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { useAppIds, useIsOwner } from '../use-developer.ts';
import { useSecrets } from './use-secrets.ts';

/** Requirements left before the app, or its change, can be published. */
export function PublishCard({ overview }: { overview: AppOverview }) {
  const t = useTexts('developer');
  const { app } = overview;
  const isOwner = useIsOwner();
  const kind = app.status === 'published' ? (app.change === undefined ? 'done' : 'change') : 'first';
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t(`publish.title.${kind}`)}
        </Title>
        <Text size="sm" c="dimmed">
          {t(`publish.about.${kind}`)}
        </Text>
        {kind === 'done' ? null : <Checklist overview={overview} />}
        {app.change === undefined ? null : <WaitingChange overview={overview} />}
        {kind === 'done' ? null : isOwner ? (
          <ReviewActions overview={overview} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('publish.ownersOnly')}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function Checklist({ overview: { app, webhookUrl } }: { overview: AppOverview }) {
  const t = useTexts('developer');
  const secrets = useSecrets();
  const steps = [
    { key: 'fields', done: true, to: 'settings' },
    { key: 'secret', done: (secrets.data?.items.length ?? 0) > 0, to: undefined },
    { key: 'webhook', done: webhookUrl !== null, to: 'webhooks' },
    { key: 'tried', done: app.installations > 0, to: undefined },
  ];
  return (
    <List spacing="sm" center listStyleType="none" aria-label={t('publish.checklist')}>
      {steps.map(({ key, done, to }) => (
        <List.Item
          key={key}
          icon={
            <ThemeIcon
              size={26}
              radius="xl"
              variant="light"
              color={done ? 'green' : 'gray'}
              role="img"
              aria-label={done ? t('publish.done') : t('publish.toDo')}
            >
              {done ? <IconCheck size={16} /> : <IconCircleDashed size={16} />}
            </ThemeIcon>
          }
        >
          {to === undefined ? (
            t(`publish.steps.${key}`)
          ) : (
            <Anchor component={Link} to={to} inherit>
              {t(`publish.steps.${key}`)}
            </Anchor>
          )}
        </List.Item>
      ))}
    </List>
  );
}

const listOf = (value = ''): string[] => (value === '' ? [] : [value]);

function WaitingChange({ overview: { app } }: { overview: AppOverview }) {
  const { fields, change } = app;
  const all = [
    { field: 'name', before: listOf(fields?.name), after: listOf(change?.name) },
    { field: 'description', before: listOf(fields?.description), after: listOf(change?.description) },
    { field: 'logo_url', before: listOf(fields?.logoUrl), after: listOf(change?.logoUrl) },
    { field: 'install_url', before: listOf(fields?.installUrl), after: listOf(change?.installUrl) },
    { field: 'support_url', before: listOf(fields?.supportUrl), after: listOf(change?.supportUrl) },
    { field: 'scopes', before: fields?.scopes ?? [], after: change?.scopes ?? [] },
  ];
  return (
    <ReviewChanges changes={all.filter(({ before, after }) => before.join('\n') !== after.join('\n'))} />
  );
}

function ReviewActions({ overview: { app, lastReview, webhookUrl } }: { overview: AppOverview }) {
  const t = useTexts('developer');
  const params = useAppIds();
  const invalidates = [developerRoutes.getApp, developerRoutes.listApps, developerRoutes.listReviews];
  const submit = useAct(developerRoutes.submit, {
    invalidates,
    onSuccess: () => notifyDone(t('publish.submitted')),
  });
  const withdraw = useAct(developerRoutes.withdraw, {
    invalidates,
    onSuccess: () => notifyDone(t('publish.withdrawn')),
  });
  if (app.inReview)
    return (
      <Stack gap="sm">
        <Text size="sm" role="status">
          {t('publish.waiting')} <Timestamp exact at={lastReview?.submittedAt} />
        </Text>
        <Group>
          <ConfirmButton
            label={t('publish.withdraw')}
            title={t('publish.withdrawTitle')}
            about={t('publish.withdrawAbout')}
            act={{ ...withdraw, mutateAsync: () => withdraw.mutateAsync({ params }) }}
          />
        </Group>
      </Stack>
    );
  const isBlocked = webhookUrl === null || app.suspension !== undefined || app.developerSuspended;
  return (
    <Stack gap="xs">
      {webhookUrl === null ? (
        <Text size="sm" c="dimmed">
          {t('publish.needsWebhook')}
        </Text>
      ) : null}
      <Group>
        {isBlocked ? (
          <Button disabled>{t('publish.submit')}</Button>
        ) : (
          <ReasonButton
            label={t('publish.submit')}
            title={t('publish.submitTitle')}
            about={t('publish.submitAbout')}
            reason={t('publish.note')}
            optional
            act={{ ...submit, run: (note) => submit.mutateAsync({ params, body: { note } }) }}
          />
        )}
      </Group>
    </Stack>
  );
}

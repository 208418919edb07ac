import type { ReactNode } from 'react';
import { Anchor, Button, Card, Code, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  webhookRoutes,
  type WebhookAttempt,
  type WebhookDelivery,
} from '@commerce/console-api/routes/webhooks.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useAct, useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { DocsLink } from '../DocsLink.tsx';
import { useAppParams, useWebhooksBase } from './app-params.ts';
import { attemptErrorText } from './attempt-error.ts';
import { AttemptDetail } from './AttemptDetail.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { StoreFact } from './StoreCell.tsx';
import classes from './webhooks.module.css';

const POLL_MS = 2_000;

/** A delivery: its state, its attempts, and the exact request of the selected one. */
export default function DeliveryPage() {
  const t = useTexts('webhooks');
  const params = useAppParams();
  const base = useWebhooksBase();
  const { delivery = '' } = useParams();
  const [chosen, choose] = useFilter('attempt');
  const read = useRead(webhookRoutes.delivery, { params: { ...params, delivery } }, { everyMs: POLL_MS });
  if (read.data === undefined)
    return read.error ? (
      <ErrorState error={read.error} retry={() => void read.refetch()} />
    ) : (
      <PageSkeleton />
    );
  const { delivery: shown, attempts } = read.data;
  const startedAt = chosen || attempts.at(-1)?.startedAt;
  return (
    <>
      <Anchor component={Link} to={`${base}?tab=log`} size="sm">
        {t('delivery.back')}
      </Anchor>
      <PageHeader
        title={shown.type}
        about={shown.id}
        actions={
          <>
            <DocsLink page="webhooks" />
            <ReplayButton delivery={shown} />
          </>
        }
      />
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            <Facts delivery={shown} />
            <Attempts attempts={attempts} chosen={startedAt} choose={choose} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          {startedAt === undefined ? (
            <Text c="dimmed">{t('delivery.noAttempt')}</Text>
          ) : (
            <AttemptDetail delivery={shown.id} startedAt={startedAt} />
          )}
        </Grid.Col>
      </Grid>
    </>
  );
}

function ReplayButton({ delivery }: { delivery: WebhookDelivery }) {
  const t = useTexts('webhooks');
  const params = useAppParams();
  const base = useWebhooksBase();
  const navigate = useNavigate();
  const replay = useAct(webhookRoutes.replay, {
    invalidates: [webhookRoutes.deliveries],
    onSuccess: ({ deliveryId }) => {
      notifyDone(t('delivery.replayed'));
      void navigate(`${base}/deliveries/${deliveryId}`);
    },
  });
  return (
    <Stack gap={4}>
      <Button
        leftSection={<IconRepeat size={16} aria-hidden />}
        loading={replay.isPending}
        onClick={() => replay.mutate({ params: { ...params, delivery: delivery.id } })}
      >
        {t('delivery.replay')}
      </Button>
      <ActError error={replay.error} />
    </Stack>
  );
}

function Facts({ delivery }: { delivery: WebhookDelivery }) {
  const t = useTexts('webhooks');
  const base = useWebhooksBase();
  const rows: [name: string, value: ReactNode][] = [
    [t('log.state'), <DeliveryState key="state" state={delivery.state} />],
    [t('delivery.event'), <Code key="event">{delivery.eventId}</Code>],
    [t('log.store'), <StoreFact key="store" of={delivery} />],
    [t('log.made'), <Timestamp exact key="made" at={delivery.createdAt} />],
    ...(delivery.dueAt
      ? [[t('delivery.next'), <Timestamp exact key="due" at={delivery.dueAt} />] as [string, ReactNode]]
      : []),
    ...(delivery.lastError
      ? [[t('delivery.error'), attemptErrorText(t, delivery.lastError)] as [string, ReactNode]]
      : []),
    ...(delivery.isTest ? [[t('delivery.test'), t('delivery.testAbout')] as [string, ReactNode]] : []),
    ...(delivery.replayOf === ''
      ? []
      : [
          [
            t('delivery.replayOf'),
            <Anchor key="of" component={Link} to={`${base}/deliveries/${delivery.replayOf}`}>
              {delivery.replayOf}
            </Anchor>,
          ] as [string, ReactNode],
        ]),
  ];
  return (
    <Card withBorder component="section">
      <dl className={classes['facts']}>
        {rows.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
    </Card>
  );
}

function Attempts({
  attempts,
  chosen,
  choose,
}: {
  attempts: WebhookAttempt[];
  chosen: string | undefined;
  choose: (startedAt: string) => void;
}) {
  const t = useTexts('webhooks');
  return (
    <Card withBorder component="section">
      <Title order={2} size="h5" mb="sm">
        {t('delivery.attempts')}
      </Title>
      <Stack gap="xs">
        {attempts.toReversed().map((attempt) => (
          <Button
            key={attempt.startedAt}
            variant={attempt.startedAt === chosen ? 'light' : 'subtle'}
            color={attempt.error === undefined ? 'petrol' : 'red'}
            // Red on the red of a hovered button is unreadable.
            {...(attempt.error === undefined ? {} : { c: 'var(--mantine-color-text)' })}
            justify="space-between"
            fullWidth
            aria-pressed={attempt.startedAt === chosen}
            onClick={() => choose(attempt.startedAt)}
            rightSection={
              <Group gap="xs" className="figures">
                <span>{attempt.status ?? t('delivery.noAnswer')}</span>
                <span>{attempt.durationMs} ms</span>
              </Group>
            }
          >
            <span className="figures">
              {t('delivery.attempt', { number: attempt.number })} <Timestamp exact at={attempt.startedAt} />
            </span>
          </Button>
        ))}
      </Stack>
    </Card>
  );
}

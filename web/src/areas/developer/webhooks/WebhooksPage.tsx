import type { ComponentType } from 'react';
import { Alert, Button, Group, Tabs, Text } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { useNavigate, useSearchParams } from 'react-router';
import { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useAct, useRead } from '../../../lib/api.ts';
import { exactTime } from '../../../lib/format.ts';
import { notifyDone, notifyFailed } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { AppFrame } from '../apps/AppFrame.tsx';
import { useAppParams, useWebhooksBase } from './app-params.ts';
import { EndpointTab } from './EndpointTab.tsx';
import { FiguresTab } from './FiguresTab.tsx';
import { LogTab } from './LogTab.tsx';
import { PrivacyTab } from './PrivacyTab.tsx';
import { TestTab } from './TestTab.tsx';
import { UnsentTab } from './UnsentTab.tsx';
import type { Webhook } from './webhook.ts';

const TABS: Record<string, ComponentType<{ webhook: Webhook }>> = {
  endpoint: EndpointTab,
  log: LogTab,
  figures: FiguresTab,
  unsent: UnsentTab,
  privacy: PrivacyTab,
  test: TestTab,
};

/** Webhook of an app, in the frame of the app's pages. */
export default function WebhooksPage() {
  return <AppFrame tab="webhooks">{() => <Webhooks />}</AppFrame>;
}

function Webhooks() {
  const t = useTexts('webhooks');
  const params = useAppParams();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useRead(webhookRoutes.get, { params });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const requested = search.get('tab') ?? 'endpoint';
  const tab = Object.hasOwn(TABS, requested) ? requested : 'endpoint';
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text c="dimmed" size="sm" maw={720}>
          {t('about')}
        </Text>
        {data.endpoint?.state === 'active' ? <PingButton /> : null}
      </Group>
      <Health webhook={data} />
      <Tabs
        variant="pills"
        value={tab}
        onChange={(value) => setSearch(value === null || value === 'endpoint' ? {} : { tab: value })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {Object.keys(TABS).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(TABS).map(([name, Tab]) => (
          <Tabs.Panel key={name} value={name}>
            <Tab webhook={data} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

/** Sends a ping and opens its delivery. */
function PingButton() {
  const t = useTexts('webhooks');
  const common = useTexts('common');
  const params = useAppParams();
  const base = useWebhooksBase();
  const navigate = useNavigate();
  const ping = useAct(webhookRoutes.ping, {
    onSuccess: ({ deliveryId }) => {
      notifyDone(t('ping.sent'));
      void navigate(`${base}/deliveries/${deliveryId}`);
    },
    onError: (error) => notifyFailed(errorText(common, error)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} aria-hidden />}
      loading={ping.isPending}
      onClick={() => ping.mutate({ params })}
    >
      {t('ping.send')}
    </Button>
  );
}

/** Alert for a failing or disabled endpoint, with a button to reactivate it. */
function Health({ webhook: { endpoint } }: { webhook: Webhook }) {
  const t = useTexts('webhooks');
  const common = useTexts('common');
  const params = useAppParams();
  const reactivate = useAct(webhookRoutes.reactivate, {
    invalidates: [webhookRoutes.get],
    onSuccess: ({ resumed }) => notifyDone(t('health.reactivated', { count: resumed })),
  });
  if (endpoint === null || (endpoint.state === 'active' && endpoint.failingSince === null)) return null;
  const isDisabled = endpoint.state === 'disabled';
  return (
    <Alert
      color={isDisabled ? 'red' : 'yellow'}
      variant="light"
      icon={<IconAlertTriangle />}
      mb="md"
      role="alert"
      // The alert's own color is too pale to read.
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={isDisabled ? t('health.disabled') : t('health.failing')}
    >
      {isDisabled
        ? t('health.disabledAbout', { since: exactTime(endpoint.disabledAt ?? endpoint.updatedAt) })
        : t('health.failingAbout', { since: exactTime(endpoint.failingSince ?? endpoint.updatedAt) })}
      {isDisabled ? (
        <Button
          mt="sm"
          display="block"
          loading={reactivate.isPending}
          onClick={() => reactivate.mutate({ params })}
        >
          {t('health.reactivate')}
        </Button>
      ) : null}
      {reactivate.error ? errorText(common, reactivate.error) : null}
    </Alert>
  );
}

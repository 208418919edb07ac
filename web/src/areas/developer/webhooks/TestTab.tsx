import { Alert, Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearchParams } from 'react-router';
import { EVENT_GROUPS, MANDATORY_EVENTS, webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { useAppParams, useWebhooksBase } from './app-params.ts';
import type { Webhook } from './webhook.ts';

const TYPES: string[] = [
  ...EVENT_GROUPS.flatMap(({ types }) => types as readonly string[]),
  'products.bulk_updated',
  ...MANDATORY_EVENTS,
];

/** Sends an event of any type from one of the developer's own stores. */
export function TestTab({ webhook }: { webhook: Webhook }) {
  const t = useTexts('webhooks');
  const params = useAppParams();
  const { data } = useRead(webhookRoutes.testStores, { params });
  if (webhook.endpoint === null) return <Alert variant="light">{t('test.noEndpoint')}</Alert>;
  if (data === undefined) return null;
  if (data.stores.length === 0) return <Alert variant="light">{t('test.noStores')}</Alert>;
  return <TestForm stores={data.stores} />;
}

function TestForm({ stores }: { stores: { id: string; name: string }[] }) {
  const t = useTexts('webhooks');
  const params = useAppParams();
  const base = useWebhooksBase();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // The event catalog links to a type.
  const type = TYPES.find((each) => each === search.get('event')) ?? TYPES[0]!;
  const form = useForm({ initialValues: { store: stores[0]!.id, type } });
  const send = useAct(webhookRoutes.sendTest, {
    onSuccess: ({ deliveryId, isExample }) => {
      notifyDone(isExample ? t('test.sentExample') : t('test.sent'));
      void navigate(`${base}/deliveries/${deliveryId}`);
    },
  });
  return (
    <Card withBorder component="section" maw={560}>
      <form onSubmit={form.onSubmit((body) => send.mutate({ params, body }))} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('test.about')}
          </Text>
          <FormProblems error={send.error} form={form} />
          <NativeSelect
            label={t('test.store')}
            data={stores.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('store')}
          />
          <NativeSelect label={t('test.type')} data={TYPES} {...form.getInputProps('type')} />
          <Group justify="flex-end">
            <Button type="submit" loading={send.isPending}>
              {t('test.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

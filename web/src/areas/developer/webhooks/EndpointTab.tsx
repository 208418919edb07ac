import {
  Alert,
  Button,
  Card,
  Checkbox,
  Code,
  Grid,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EVENT_GROUPS, MANDATORY_EVENTS, webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { useAct, useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { useAppParams } from './app-params.ts';
import { SecretCard, SecretText } from './SecretCard.tsx';
import type { Webhook } from './webhook.ts';

interface Fields {
  url: string;
  eventTypes: string[];
  apiVersion: string;
}

/** Endpoint of the app, its subscriptions, and its signing secret. */
export function EndpointTab({ webhook }: { webhook: Webhook }) {
  const t = useTexts('webhooks');
  const params = useAppParams();
  const { endpoint, apiVersions } = webhook;
  const newest = apiVersions.at(-1)!.prefix;
  const put = useAct(webhookRoutes.put, {
    invalidates: [webhookRoutes.get],
    onSuccess: () => notifyDone(t('endpoint.saved')),
  });
  const readNow = useReadNow();
  const { form, versioned } = useEditForm<Webhook['endpoint'], Fields>({
    entity: endpoint,
    versionOf: (one) => one?.updatedAt ?? '',
    valuesOf: (one) => ({
      url: one?.url ?? '',
      eventTypes: one?.eventTypes ?? [],
      apiVersion: one?.apiVersion ?? newest,
    }),
    read: async () => (await readNow(webhookRoutes.get, { params })).endpoint,
    save: (body, base) => put.mutateAsync({ params, body: { ...body, version: base?.updatedAt } }),
  });
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <form onSubmit={form.onSubmit(versioned.save)} noValidate>
          <ChangedDialog
            versioned={versioned}
            label={(field) => t(`endpoint.${field}`)}
            at={(one) => one?.updatedAt ?? ''}
          />
          <FormProblems error={put.error} form={form} />
          {put.data?.secret ? (
            <Alert variant="light" color="petrol" title={t('secret.made')} mb="md" role="status">
              <Text size="sm">{t('secret.madeAbout')}</Text>
              <SecretText secret={put.data.secret} />
            </Alert>
          ) : null}
          <Card withBorder component="section">
            <Stack>
              <TextInput
                label={t('endpoint.url')}
                description={t('endpoint.urlAbout')}
                type="url"
                required
                maxLength={2_048}
                placeholder="https://"
                {...form.getInputProps('url')}
              />
              <Select
                label={t('endpoint.apiVersion')}
                description={t('endpoint.apiVersionAbout')}
                allowDeselect={false}
                data={apiVersions.map(({ prefix, sunset }) => ({
                  value: prefix,
                  label: sunset === null ? prefix : t('endpoint.untilSunset', { prefix, sunset }),
                }))}
                {...form.getInputProps('apiVersion')}
              />
              <Subscriptions form={form} scopes={webhook.scopes} />
              <Group justify="flex-end">
                <Button type="submit" loading={put.isPending}>
                  {endpoint === null ? t('endpoint.create') : t('endpoint.save')}
                </Button>
              </Group>
            </Stack>
          </Card>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        {endpoint === null ? null : <SecretCard endpoint={endpoint} uses={webhook.secretUses} />}
      </Grid.Col>
    </Grid>
  );
}

function Subscriptions({ form, scopes }: { form: UseFormReturnType<Fields>; scopes: readonly string[] }) {
  const t = useTexts('webhooks');
  const chosen = form.values.eventTypes;
  const toggle = (type: string, on: boolean) =>
    form.setFieldValue('eventTypes', on ? [...chosen, type] : chosen.filter((each) => each !== type));
  return (
    <Stack gap="md">
      <Title order={2} size="h5">
        {t('endpoint.eventTypes')}
      </Title>
      {EVENT_GROUPS.map(({ group, scope, types }) => (
        <Stack key={group} gap={6} role="group" aria-label={t(`group.${group}`)}>
          <Text fw={600} size="sm">
            {t(`group.${group}`)}
          </Text>
          {scopes.includes(scope) ? null : (
            <Text size="xs" c="dimmed">
              {t('endpoint.scopeMissing', { scope })}
            </Text>
          )}
          {types.map((type) => (
            <Checkbox
              key={type}
              label={<Code>{type}</Code>}
              description={t(`event.${type.replace('.', '_')}`)}
              checked={chosen.includes(type)}
              onChange={(event) => toggle(type, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      ))}
      <Text size="sm" c="dimmed">
        {t('endpoint.mandatory')} {MANDATORY_EVENTS.join(', ')}.
      </Text>
    </Stack>
  );
}

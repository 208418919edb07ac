import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import {
  customerRoutes,
  type DataRequestState,
  type PersonDetail,
} from '@commerce/console-api/routes/customers.ts';
import { urlOf } from '@commerce/console-api/url.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';

/** Legal rights of a person: a copy of their data, and erasure. */
export function CustomerPrivacy({ person }: { person: PersonDetail }) {
  const t = useTexts('customers');
  const { id: store } = useStore();
  const input = { params: { store, customer: person.id } };
  const request = useAct(customerRoutes.requestData, {
    invalidates: [customerRoutes.get],
    onSuccess: () => notifyDone(t('privacy.requested')),
  });
  const erase = useAct(customerRoutes.erase, {
    invalidates: [customerRoutes.list, customerRoutes.get],
    onSuccess: () => notifyDone(t('privacy.erased')),
  });
  if (!useMay()('privacy')) return null;
  const name = person.name || t('list.nameless');
  return (
    <Card withBorder component="section" mt="md">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('privacy.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('privacy.about')}
        </Text>
        <Group>
          <ConfirmButton
            label={t('privacy.request')}
            title={t('privacy.requestTitle', { name })}
            about={t('privacy.requestAbout')}
            destructive={false}
            act={{ ...request, mutateAsync: () => request.mutateAsync(input) }}
          />
          <ConfirmButton
            label={t('privacy.erase')}
            title={t('privacy.eraseTitle', { name })}
            about={t('privacy.eraseAbout')}
            typed={t('privacy.eraseWord')}
            act={{ ...erase, mutateAsync: () => erase.mutateAsync(input) }}
          />
        </Group>
        {person.dataRequests.map((one) => (
          <DataRequest key={one.id} request={one} customer={person.id} />
        ))}
      </Stack>
    </Card>
  );
}

function DataRequest({ request, customer }: { request: DataRequestState; customer: string }) {
  const t = useTexts('customers');
  const { id: store } = useStore();
  const file = urlOf(customerRoutes.dataFile, { params: { store, customer, request: request.id } });
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('privacy.requestedBy', { name: request.requestedBy ?? t('privacy.formerMember') })}
      </Text>
      <Text size="xs" c="dimmed">
        <Timestamp at={request.requestedAt} /> · {request.id}
      </Text>
      {request.downloadedAt === null ? null : (
        <Text size="xs" c="dimmed">
          {t('privacy.downloadedBy', { name: request.downloadedBy ?? t('privacy.formerMember') })}{' '}
          <Timestamp at={request.downloadedAt} />
        </Text>
      )}
      <Anchor href={file} download size="sm">
        {t('privacy.file')}
      </Anchor>
    </div>
  );
}

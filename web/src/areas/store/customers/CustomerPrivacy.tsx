import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { customerRoutes, type Person } from '@commerce/console-api/routes/customers.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';

/** What the law gives a person: a copy of what is known, and to be forgotten. */
export function CustomerPrivacy({ person }: { person: Person }) {
  const t = useTexts('customers');
  const { id: store } = useStore();
  const input = { params: { store, customer: person.id } };
  const request = useAct(customerRoutes.requestData, { onSuccess: () => notifyDone(t('privacy.requested')) });
  const erase = useAct(customerRoutes.erase, {
    invalidates: [customerRoutes.list, customerRoutes.get],
    onSuccess: () => notifyDone(t('privacy.erased')),
  });
  if (!useMay()('privacy')) return null;
  return (
    <Card withBorder component="section" mt="md">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('privacy.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('privacy.about')}
        </Text>
        <ActError error={request.error} />
        <Group>
          <Button variant="default" loading={request.isPending} onClick={() => request.mutate(input)}>
            {t('privacy.request')}
          </Button>
          <ConfirmButton
            label={t('privacy.erase')}
            title={t('privacy.eraseTitle', { name: person.name })}
            about={t('privacy.eraseAbout')}
            typed={t('privacy.eraseWord')}
            act={{ ...erase, mutateAsync: () => erase.mutateAsync(input) }}
          />
        </Group>
      </Stack>
    </Card>
  );
}

import { useState } from 'react';
import { Alert, Button, Card, Group, Modal, Select, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { useAppIds, useIsOwner } from '../use-developer.ts';
import { useSecrets } from './use-secrets.ts';

type Secret = AnswerOf<typeof developerRoutes.listSecrets>['items'][number];

/** Client id and client secrets of the app. */
export function Credentials() {
  const t = useTexts('developer');
  const { app } = useAppIds();
  const isOwner = useIsOwner();
  const { data, error, refetch } = useSecrets();
  // Kept while the dialog is open: its title must not change when the list has the new secret.
  const [making, setMaking] = useState<'first' | 'rotation'>();
  const secrets = data?.items ?? [];
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('credentials.title')}
        </Title>
        <div>
          <Text size="sm" fw={600}>
            {t('credentials.clientId')}
          </Text>
          <Copyable value={app} label={t('credentials.clientId')} />
        </div>
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('credentials.secrets')}
          </Text>
          {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
          {data !== undefined && secrets.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('credentials.none')}
            </Text>
          ) : null}
          {secrets.length > 0 ? <Secrets secrets={secrets} /> : null}
        </div>
        {isOwner ? (
          <Group>
            <Button
              variant={secrets.length === 0 ? 'filled' : 'default'}
              leftSection={<IconKey size={16} aria-hidden />}
              onClick={() => setMaking(secrets.length === 0 ? 'first' : 'rotation')}
            >
              {secrets.length === 0 ? t('credentials.create') : t('credentials.rotate')}
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {t('credentials.ownersOnly')}
          </Text>
        )}
      </Stack>
      {making === undefined ? null : (
        <NewSecret isFirst={making === 'first'} close={() => setMaking(undefined)} />
      )}
    </Card>
  );
}

function Secrets({ secrets }: { secrets: Secret[] }) {
  const t = useTexts('developer');
  const params = useAppIds();
  const isOwner = useIsOwner();
  const expire = useAct(developerRoutes.expireSecret, {
    invalidates: [developerRoutes.listSecrets],
    onSuccess: () => notifyDone(t('credentials.ended')),
  });
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label={t('credentials.secrets')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('credentials.secret')}</Table.Th>
            <Table.Th>{t('credentials.lastUsed')}</Table.Th>
            <Table.Th>{t('credentials.expires')}</Table.Th>
            <Table.Th>{t('credentials.actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {secrets.map((secret) => (
            <Table.Tr key={secret.id}>
              <Table.Td>
                <code>sk_…{secret.hint}</code>
              </Table.Td>
              <Table.Td>
                {secret.lastUsedAt === undefined ? (
                  t('credentials.never')
                ) : (
                  <Timestamp exact at={secret.lastUsedAt} />
                )}
              </Table.Td>
              <Table.Td>
                {secret.expiresAt === undefined ? (
                  t('credentials.noEnd')
                ) : (
                  <Timestamp exact at={secret.expiresAt} />
                )}
              </Table.Td>
              <Table.Td>
                {isOwner && secrets.length > 1 ? (
                  <ConfirmButton
                    size="xs"
                    variant="subtle"
                    label={t('credentials.end')}
                    title={t('credentials.endTitle', { hint: secret.hint })}
                    about={t('credentials.endAbout')}
                    act={{
                      ...expire,
                      mutateAsync: () => expire.mutateAsync({ params: { ...params, secret: secret.id } }),
                    }}
                  />
                ) : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Overlap periods of earlier secrets, in seconds. */
const OVERLAPS = [0, 3_600, 86_400, 604_800] as const;

function NewSecret({ isFirst, close }: { isFirst: boolean; close: () => void }) {
  const t = useTexts('developer');
  const common = useTexts('common');
  const params = useAppIds();
  const [othersForS, setOthersForS] = useState(isFirst ? 0 : 86_400);
  const create = useAct(developerRoutes.createSecret, { invalidates: [developerRoutes.listSecrets] });
  const value = create.data?.value;
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={isFirst ? t('credentials.createFirst') : t('credentials.rotate')}
      closeOnClickOutside={value === undefined}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {value === undefined ? (
        <Stack>
          <Text size="sm">{isFirst ? t('credentials.createAbout') : t('credentials.rotateAbout')}</Text>
          {isFirst ? null : (
            <Select
              label={t('credentials.overlap')}
              allowDeselect={false}
              value={String(othersForS)}
              onChange={(chosen) => setOthersForS(Number(chosen))}
              data={OVERLAPS.map((seconds) => ({
                value: String(seconds),
                label: t(`credentials.overlaps.${seconds}`),
              }))}
            />
          )}
          <ActError error={create.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common('cancel')}
            </Button>
            <Button
              loading={create.isPending}
              onClick={() => create.mutate({ params, body: { othersForS } })}
            >
              {isFirst ? t('credentials.create') : t('credentials.rotate')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack>
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} role="status">
            {t('credentials.once')}
          </Alert>
          <Copyable value={value} label={t('credentials.secret')} />
          <Group justify="flex-end">
            <Button onClick={close}>{t('credentials.saved')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import {
  sessionRoutes,
  type SessionStore,
  type StoreSuspension,
} from '@commerce/console-api/routes/session.ts';
import { reloadRoutes } from '../lib/api.ts';
import { useTexts } from '../lib/texts.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Timestamp } from '../ui/Timestamp.tsx';

/** The only page of a suspended store: since when, why, and where to write. */
export function SuspendedStore({
  name,
  suspension,
}: {
  name: SessionStore['name'];
  suspension: StoreSuspension;
}) {
  const t = useTexts('common');
  const client = useQueryClient();
  return (
    <>
      <PageHeader title={name} />
      <Card withBorder component="section" maw={640}>
        <Stack gap="md" align="flex-start">
          <IconBuildingStore size={28} aria-hidden color="var(--mantine-color-dimmed)" />
          <div>
            <Title order={2} size="h4">
              {t('suspendedStore.title')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('suspendedStore.since')} <Timestamp at={suspension.since} />
            </Text>
          </div>
          <div>
            <Text size="sm" fw={600}>
              {t('suspendedStore.reason')}
            </Text>
            <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{suspension.reason}</Text>
          </div>
          <Text>
            {t('suspendedStore.about')}{' '}
            {suspension.contact === '' ? (
              t('suspendedStore.contactPlatform')
            ) : (
              <>
                {t('suspendedStore.contact')}{' '}
                <Anchor href={`mailto:${suspension.contact}`} inherit underline="always">
                  {suspension.contact}
                </Anchor>
              </>
            )}
          </Text>
          <Button variant="default" onClick={() => void reloadRoutes(client, [sessionRoutes.get])}>
            {t('suspendedStore.check')}
          </Button>
        </Stack>
      </Card>
    </>
  );
}

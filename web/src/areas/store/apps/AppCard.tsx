import { Avatar, Card, Group, Stack, Text, Title } from '@mantine/core';
import { appRoutes, type InstalledApp } from '@commerce/console-api/routes/apps.ts';
import { useAct } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { Scopes } from './Scopes.tsx';

/** An installed app: details, scopes, status, and uninstalling. */
export function AppCard({ app }: { app: InstalledApp }) {
  const t = useTexts('apps');
  return (
    <Card component="article" withBorder padding="lg" aria-labelledby={app.id}>
      <Group justify="space-between" align="flex-start" gap="md">
        <Group wrap="nowrap" miw={0} align="flex-start">
          <Avatar
            src={app.logoUrl === '' ? null : app.logoUrl}
            name={app.appName}
            alt=""
            size={48}
            radius="md"
            color="petrol"
          />
          <div>
            <Group gap="xs">
              <Title order={2} size="h4" id={app.id}>
                {app.appName}
              </Title>
              <AppStatus app={app} />
            </Group>
            <Text size="sm" c="dimmed">
              {t('by', { developer: app.developerName })}
            </Text>
          </div>
        </Group>
        <UninstallButton app={app} />
      </Group>
      <Facts app={app} />
      <Text size="sm" fw={600} mt="md" mb={4}>
        {t('scopes')}
      </Text>
      <Scopes scopes={app.scopes} />
    </Card>
  );
}

function AppStatus({ app: { suspended, status } }: { app: InstalledApp }) {
  const t = useTexts('apps');
  if (suspended) return <StatusBadge tone="bad">{t('status.suspended')}</StatusBadge>;
  if (status === 'revoked') return <StatusBadge tone="warning">{t('status.revoked')}</StatusBadge>;
  return <StatusBadge tone="good">{t('status.installed')}</StatusBadge>;
}

const WEBHOOK_TONES: Record<InstalledApp['webhook'], Tone> = {
  well: 'good',
  failing: 'warning',
  disabled: 'bad',
  none: 'quiet',
};

function Facts({ app }: { app: InstalledApp }) {
  const t = useTexts('apps');
  const facts = [
    {
      name: t('installed'),
      value: <Timestamp at={app.installedAt} />,
      about: t('installedBy', { name: app.authorizedBy }),
    },
    {
      name: t('lastActive'),
      value: app.lastActiveAt === undefined ? t('neverActive') : <Timestamp at={app.lastActiveAt} />,
      about: undefined,
    },
    {
      name: t('webhook.title'),
      value: <StatusBadge tone={WEBHOOK_TONES[app.webhook]}>{t(`webhook.${app.webhook}`)}</StatusBadge>,
      about: app.webhookSince === null ? undefined : <Timestamp at={app.webhookSince} />,
    },
  ];
  return (
    <Group component="dl" gap="xl" mt="md" mb={0} align="flex-start">
      {facts.map(({ name, value, about }) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Stack component="dd" gap={0} m={0} fz="sm">
            <span>{value}</span>
            {about === undefined ? null : (
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            )}
          </Stack>
        </div>
      ))}
    </Group>
  );
}

function UninstallButton({ app }: { app: InstalledApp }) {
  const t = useTexts('apps');
  const { id: store } = useStore();
  const uninstall = useAct(appRoutes.uninstall, { invalidates: [appRoutes.list] });
  const params = { store, installation: app.id };
  return (
    <ConfirmButton
      label={t('uninstall.label')}
      title={t('uninstall.title', { name: app.appName })}
      about={t('uninstall.about')}
      act={{ ...uninstall, mutateAsync: () => uninstall.mutateAsync({ params }) }}
    />
  );
}

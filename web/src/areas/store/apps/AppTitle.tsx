import type { ReactNode } from 'react';
import { Avatar, Group, Text } from '@mantine/core';
import type { ListedApp } from '@commerce/console-api/routes/directory.ts';
import { useTexts } from '../../../lib/texts.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

/** Logo, name and developer of an app of the directory. */
export function AppTitle({ app, children }: { app: ListedApp; children?: ReactNode }) {
  const t = useTexts('apps');
  return (
    <Group wrap="nowrap" align="flex-start">
      <Avatar src={app.logoUrl || null} name={app.name} alt="" size={48} radius="md" color="petrol" />
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          {children}
          {app.installed ? <StatusBadge tone="good">{t('directory.installed')}</StatusBadge> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {t('by', { developer: app.developerName })}
        </Text>
      </div>
    </Group>
  );
}

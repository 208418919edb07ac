import type { ReactNode } from 'react';
import { Stack, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import classes from './ui.module.css';

/** Empty state: its reason, and the next action. */
export function EmptyState({
  title,
  about,
  icon = <IconInbox size={24} />,
  action,
}: {
  title: string;
  about?: string;
  icon?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <div className={classes['emptyIcon']} aria-hidden>
        {icon}
      </div>
      <Text fw={600}>{title}</Text>
      {about === undefined ? null : (
        <Text c="dimmed" size="sm" maw={420}>
          {about}
        </Text>
      )}
      {action}
    </Stack>
  );
}

import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTexts } from '../../lib/texts.ts';

/** Says that a mailed link is used, revoked or has expired, and what to do about it. */
export function GoneLink({ about, to, action }: { about: string; to: string; action: string }) {
  const t = useTexts('session');
  return (
    <Stack>
      <Text fw={600}>{t('gone.title')}</Text>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      <Button component={Link} to={to} variant="default" fullWidth>
        {action}
      </Button>
    </Stack>
  );
}

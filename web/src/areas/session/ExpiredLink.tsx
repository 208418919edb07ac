import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTexts } from '../../lib/texts.ts';

/** Notice that an emailed link is used, revoked or expired, with the next step. */
export function ExpiredLink({ about, to, action }: { about: string; to: string; action: string }) {
  const t = useTexts('session');
  return (
    <Stack>
      <Text fw={600}>{t('expiredLink.title')}</Text>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      <Button component={Link} to={to} variant="default" fullWidth>
        {action}
      </Button>
    </Stack>
  );
}

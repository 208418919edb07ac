import { Anchor, Stack, Text } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTexts } from '../../lib/texts.ts';

/** Notice that an email may have been sent; the same in either case, so that it does not reveal accounts. */
export function Sent({ children }: { children: string }) {
  const t = useTexts('session');
  return (
    <Stack role="status">
      <IconMailForward size={32} stroke={1.5} aria-hidden />
      <Text>{children}</Text>
      <Text size="sm" c="dimmed">
        {t('sent.about')}
      </Text>
      <Anchor component={Link} to="/sign-in" size="sm">
        {t('sent.back')}
      </Anchor>
    </Stack>
  );
}

import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../lib/call.ts';
import { errorText } from '../lib/problems.ts';
import { useTexts } from '../lib/texts.ts';

/** Says what went wrong with a read, with a way to try again, and what to tell support. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useTexts('common');
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : '';
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert" title={t('errors.title')}>
      <Text size="sm">{errorText(t, error)}</Text>
      {requestId === '' ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          {t('errors.requestId', { id: requestId })}
        </Text>
      )}
      {retry === undefined ? null : (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={retry}>
            {t('retry')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

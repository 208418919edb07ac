import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCompassOff } from '@tabler/icons-react';
import { ApiError } from '../lib/call.ts';
import { errorText } from '../lib/problems.ts';
import { useTexts } from '../lib/texts.ts';
import { EmptyState } from './EmptyState.tsx';
import { WayBack } from './WayBack.tsx';

/** Error of a read, with a retry button and the request id for support; for what does not exist, with the way back. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useTexts('common');
  if (error instanceof ApiError && error.status === 404)
    return (
      <div role="alert">
        <EmptyState
          icon={<IconCompassOff size={24} />}
          title={t('notFound.title')}
          about={errorText(t, error)}
          action={<WayBack />}
        />
      </div>
    );
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

import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '../../../lib/texts.ts';

/** Says that another person changed the order of a form, which keeps what was typed until it starts over with the current order. */
export function StaleOrder({ reload }: { reload: () => void }) {
  const t = useTexts('orders');
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} role="alert" mb="md">
      <Stack gap="xs" align="flex-start">
        {t('edit.changed')}
        <Button variant="default" size="xs" onClick={reload}>
          {t('edit.reload')}
        </Button>
      </Stack>
    </Alert>
  );
}

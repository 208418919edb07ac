import { Button, Stack } from '@mantine/core';
import { useTexts } from '../../../lib/texts.ts';
import { FormAlert } from '../../../ui/FormAlert.tsx';

/** Says that another person changed the order of a form, which keeps what was typed until it starts over with the current order. */
export function StaleOrder({ error, reload }: { error: unknown; reload: () => void }) {
  const t = useTexts('orders');
  return (
    <FormAlert cause={error} color="yellow">
      <Stack gap="xs" align="flex-start">
        {t('edit.changed')}
        <Button variant="default" size="xs" onClick={reload}>
          {t('edit.reload')}
        </Button>
      </Stack>
    </FormAlert>
  );
}

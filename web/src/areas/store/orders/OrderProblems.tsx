import { Button, Stack } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { ApiError } from '../../../lib/call.ts';
import { useTexts } from '../../../lib/texts.ts';
import { FormAlert } from '../../../ui/FormAlert.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';

/**
 * Problems of a form that changes an order. When another person changed the order, the form keeps what was typed until it starts over
 * with the current order.
 */
export function OrderProblems(props: {
  error: ApiError | null;
  form: ComponentProps<typeof FormProblems>['form'];
  reload: () => void;
}) {
  const t = useTexts('orders');
  const { error, form, reload } = props;
  if (error === null || !error.has('changed_since_read')) return <FormProblems error={error} form={form} />;
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

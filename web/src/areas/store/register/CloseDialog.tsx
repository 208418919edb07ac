import { useState } from 'react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { registerRoutes, type RegisterDetail } from '@commerce/console-api/routes/registers.ts';
import { useAct } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave, hasUnsaved, useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { CASH, REGISTER_READS } from './cash.ts';
import { Difference } from './Difference.tsx';

interface CloseProps {
  session: RegisterDetail;
  close: () => void;
  /** Called with the id of the closed session. */
  onClosed: (session: string) => void;
}

/** Closes a cash register with the counted cash. */
export function CloseDialog(props: CloseProps) {
  const t = useTexts('register');
  const common = useTexts('common');
  return (
    <Modal
      opened
      onClose={() => confirmLeave(hasUnsaved(), props.close)}
      title={t('close.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Count {...props} />
    </Modal>
  );
}

function Count({ session, close, onClosed }: CloseProps) {
  const t = useTexts('register');
  const common = useTexts('common');
  const { id: store } = useStore();
  const [counted, setCounted] = useState<number | null>(null);
  useUnsaved(counted !== null);
  const act = useAct(registerRoutes.close, {
    invalidates: REGISTER_READS,
    onSuccess: () => {
      close();
      onClosed(session.id);
    },
  });
  const save = () =>
    act.mutate({ params: { store, session: session.id }, body: { countedCentavos: counted ?? 0 } });
  return (
    <PlainForm onSave={save}>
      <Stack>
        <Text size="sm">{t('close.about')}</Text>
        <MoneyInput
          label={t('field.countedCash')}
          rule={CASH}
          required
          value={counted}
          onChange={setCounted}
          size="md"
          data-autofocus
        />
        <Group justify="space-between">
          <Text size="sm">{t('field.expected')}</Text>
          <Money centavos={session.expectedCentavos} />
        </Group>
        <Group justify="space-between" role="status">
          <Text size="sm">{t('field.difference')}</Text>
          {counted === null ? '—' : <Difference centavos={counted - session.expectedCentavos} />}
        </Group>
        <ActError error={act.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => confirmLeave(counted !== null, close)}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={act.isPending}>
            {t('close.save')}
          </Button>
        </Group>
      </Stack>
    </PlainForm>
  );
}

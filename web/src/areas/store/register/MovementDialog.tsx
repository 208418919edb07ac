import { useState } from 'react';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { registerRoutes } from '@commerce/console-api/routes/registers.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave, hasUnsaved, useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { CASH, REGISTER_READS } from './cash.ts';

interface MovementProps {
  session: string;
  kind: 'pay_in' | 'pay_out';
  close: () => void;
}

/** Records cash put into the drawer or taken out of it. */
export function MovementDialog(props: MovementProps) {
  const t = useTexts('register');
  const common = useTexts('common');
  return (
    <Modal
      opened
      onClose={() => confirmLeave(hasUnsaved(), props.close)}
      title={t(`move.${props.kind}.title`)}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Movement {...props} />
    </Modal>
  );
}

function Movement({ session, kind, close }: MovementProps) {
  const t = useTexts('register');
  const common = useTexts('common');
  const { id: store } = useStore();
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const isDirty = amount !== null || reason !== '';
  useUnsaved(isDirty);
  const act = useAct(registerRoutes.move, {
    invalidates: REGISTER_READS,
    onSuccess: () => {
      notifyDone(t('move.done'));
      close();
    },
  });
  const save = () =>
    act.mutate({
      params: { store, session },
      body: { kind, amountCentavos: amount ?? 0, reason },
    });
  return (
    <PlainForm onSave={save}>
      <Stack>
        <Text size="sm">{t(`move.${kind}.about`)}</Text>
        <MoneyInput
          label={t('field.amount')}
          rule={{ ...CASH, min: 1 }}
          required
          value={amount}
          onChange={setAmount}
          data-autofocus
        />
        <TextInput
          label={t('field.reason')}
          required
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ActError error={act.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => confirmLeave(isDirty, close)}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={act.isPending} disabled={reason.trim() === ''}>
            {t(`move.${kind}.save`)}
          </Button>
        </Group>
      </Stack>
    </PlainForm>
  );
}

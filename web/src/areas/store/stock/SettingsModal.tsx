import { useState } from 'react';
import { Button, Group, Modal, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { QUANTITY } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { hasUnsaved, confirmLeave, useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';

/** Low stock threshold of the store, for items without their own. */
export function SettingsModal({ close }: { close: () => void }) {
  const t = useTexts('stock');
  const common = useTexts('common');
  const { id: store } = useStore();
  const { data, error, refetch } = useRead(stockRoutes.settings, { params: { store } });
  return (
    <Modal
      opened
      onClose={() => confirmLeave(hasUnsaved(), close)}
      title={t('settings.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {data === undefined ? (
        error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton height={120} />
        )
      ) : (
        <SettingsForm lowAt={data.lowAt} close={close} />
      )}
    </Modal>
  );
}

function SettingsForm({ lowAt, close }: { lowAt: number | null; close: () => void }) {
  const t = useTexts('stock');
  const common = useTexts('common');
  const { id: store } = useStore();
  const [warns, setWarns] = useState(lowAt !== null);
  const [units, setUnits] = useState(lowAt ?? 0);
  const isDirty = warns !== (lowAt !== null) || (warns && units !== (lowAt ?? 0));
  useUnsaved(isDirty);
  const act = useAct(stockRoutes.setSettings, {
    invalidates: [stockRoutes.settings, stockRoutes.list, stockRoutes.low],
    onSuccess: () => {
      notifyDone(t('settings.saved'));
      close();
    },
  });
  return (
    <PlainForm onSave={() => act.mutate({ params: { store }, body: { lowAt: warns ? units : null } })}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('settings.about')}
        </Text>
        <Switch
          label={t('settings.warns')}
          checked={warns}
          onChange={(event) => setWarns(event.currentTarget.checked)}
        />
        {warns ? (
          <NumberField
            rule={QUANTITY}
            label={t('threshold.units')}
            required
            value={units}
            onChange={(value) => setUnits(value ?? 0)}
          />
        ) : null}
        <ActError error={act.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => confirmLeave(isDirty, close)}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={act.isPending}>
            {common('save')}
          </Button>
        </Group>
      </Stack>
    </PlainForm>
  );
}

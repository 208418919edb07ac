import { useState } from 'react';
import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import {
  MERCHANT_PLANS,
  platformRoutes,
  type StoreView as Store,
} from '@commerce/console-api/routes/platform.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave, useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';

/** Asks for the new plan of a merchant's store, and why. */
export function PlanQuestion({ store, close }: { store: Store; close: () => void }) {
  const t = useTexts('platform');
  const common = useTexts('common');
  const [planTier, choose] = useState(MERCHANT_PLANS.find((plan) => plan === store.planTier));
  const [reason, setReason] = useState('');
  const set = useAct(platformRoutes.setPlan, {
    invalidates: [platformRoutes.listStores, platformRoutes.getStore, platformRoutes.listAudit],
    onSuccess: () => {
      notifyDone(t('stores.changed', { name: store.name }));
      close();
    },
  });
  const isDirty = reason !== '' || planTier !== store.planTier;
  useUnsaved(isDirty);
  const leave = () => confirmLeave(isDirty, close);
  return (
    <Modal
      opened
      onClose={leave}
      title={t('stores.changeTitle', { name: store.name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <Text size="sm">{t('stores.changeAbout')}</Text>
        <Select
          label={t('stores.plan')}
          allowDeselect={false}
          data={MERCHANT_PLANS.map((value) => ({ value, label: t(`plans.${value}`) }))}
          value={planTier ?? null}
          onChange={(value) => choose(MERCHANT_PLANS.find((plan) => plan === value))}
          data-autofocus
        />
        <Textarea
          label={t('stores.reason')}
          maxLength={1000}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ActError error={set.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            {common('cancel')}
          </Button>
          <Button
            loading={set.isPending}
            disabled={planTier === undefined || planTier === store.planTier}
            onClick={() => set.mutate({ params: { id: store.id }, body: { planTier: planTier!, reason } })}
          >
            {t('stores.change')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

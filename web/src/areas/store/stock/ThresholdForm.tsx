import { useState } from 'react';
import { Button, Group, Radio, Stack } from '@mantine/core';
import { stockRoutes, type StockLine } from '@commerce/console-api/routes/stock.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { QUANTITY } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';

type Choice = 'store' | 'own' | 'never';

/** Low stock threshold of an item at a shop. */
export function ThresholdForm({ line }: { line: StockLine }) {
  const t = useTexts('stock');
  const common = useTexts('common');
  const { id: store } = useStore();
  const settings = useRead(stockRoutes.settings, { params: { store } });
  const before: Choice = line.hasOwnLowAt ? (line.lowAt === null ? 'never' : 'own') : 'store';
  const [choice, setChoice] = useState<Choice>(before);
  const [units, setUnits] = useState(line.lowAt ?? 0);
  useUnsaved(choice !== before || (choice === 'own' && units !== (line.lowAt ?? 0)));
  const act = useAct(stockRoutes.setThreshold, {
    invalidates: [stockRoutes.list, stockRoutes.low],
    onSuccess: () => notifyDone(t('threshold.saved')),
  });
  const save = () => {
    const { shopId, productId, variantId = null } = line;
    const lowAt = choice === 'own' ? units : choice;
    act.mutate({ params: { store }, body: { shopId, productId, variantId, lowAt } });
  };
  const storeThreshold = settings.data?.lowAt;
  return (
    <PlainForm onSave={save}>
      <Stack>
        <Radio.Group
          label={t('threshold.label')}
          description={t('threshold.about')}
          value={choice}
          onChange={(value) => setChoice(value)}
        >
          <Stack mt="sm" gap="sm">
            <Radio
              value="store"
              label={
                storeThreshold === undefined
                  ? t('threshold.store')
                  : storeThreshold === null
                    ? t('threshold.storeNever')
                    : t('threshold.storeAt', { units: number(storeThreshold) })
              }
            />
            <Radio value="own" label={t('threshold.own')} />
            <Radio value="never" label={t('threshold.never')} />
          </Stack>
        </Radio.Group>
        {choice === 'own' ? (
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
          <Button type="submit" loading={act.isPending}>
            {common('save')}
          </Button>
        </Group>
      </Stack>
    </PlainForm>
  );
}

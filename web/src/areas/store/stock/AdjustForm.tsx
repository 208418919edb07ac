import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { stockRoutes, type StockLine } from '@commerce/console-api/routes/stock.ts';
import { useAct } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { number } from '../../../lib/format.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { QUANTITY } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';

interface Values {
  mode: 'add' | 'take' | 'set';
  units: number | null;
  reason: string;
}

const MODES = ['add', 'take', 'set'] as const;

/** Adds, subtracts or counts stock of an item. */
export function AdjustForm({ line }: { line: StockLine }) {
  const t = useTexts('stock');
  const { id: store } = useStore();
  const form = useForm<Values>({ initialValues: { mode: 'add', units: null, reason: '' } });
  const act = useAct(stockRoutes.adjust, {
    invalidates: [stockRoutes.list, stockRoutes.movements, stockRoutes.low, stockRoutes.sums],
    onSuccess: ({ onHand }) => {
      notifyDone(t('adjust.done', { units: number(onHand) }));
      form.reset();
    },
  });
  const { mode, units } = form.values;
  const isReady = units !== null && (mode === 'set' || units > 0);
  const after = mode === 'set' ? (units ?? 0) : line.onHand + (mode === 'add' ? 1 : -1) * (units ?? 0);
  const save = ({ reason }: Values) => {
    if (units === null) return;
    const change = mode === 'set' ? { set: units } : { delta: mode === 'add' ? units : -units };
    const { shopId, productId, variantId = null } = line;
    const reasonField = reason.trim() === '' ? {} : { reason };
    act.mutate({ params: { store }, body: { shopId, productId, variantId, ...change, ...reasonField } });
  };
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack>
        <FormProblems error={act.error} form={form} />
        <SegmentedControl
          aria-label={t('adjust.mode')}
          data={MODES.map((value) => ({ value, label: t(`adjust.modes.${value}`) }))}
          {...form.getInputProps('mode')}
        />
        <NumberField
          rule={mode === 'take' ? { ...QUANTITY, max: Math.max(line.available, 0) } : QUANTITY}
          label={mode === 'set' ? t('adjust.counted') : t('adjust.units')}
          withAsterisk
          value={units}
          onChange={(value) => form.setFieldValue('units', value)}
          error={form.errors['units']}
        />
        <TextInput
          label={t('adjust.reason')}
          description={t('adjust.reasonAbout')}
          maxLength={200}
          {...form.getInputProps('reason')}
        />
        <Text size="sm" c="dimmed" role="status">
          {t('adjust.now', { onHand: number(line.onHand), reserved: number(line.reserved) })}{' '}
          {isReady && after >= 0 ? t('adjust.after', { units: number(after) }) : null}
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={act.isPending} disabled={!isReady}>
            {t('adjust.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { QUANTITY } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Card } from './Card.tsx';

/** Units of time, in ms, the largest first. */
const UNITS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 };
type Unit = keyof typeof UNITS;
const TIME = { ...QUANTITY, min: 1, max: 525_600 };

/** What the store sets for its orders. */
export default function OrderSettingsPage() {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const read = useRead(orderRoutes.settings, { params: { store } });
  return (
    <>
      <PageHeader title={t('settings.title')} about={t('settings.about')} />
      {read.error && read.data === undefined ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <Skeleton height={160} />
      ) : (
        <Expiry key={read.data.orderExpiryMs} orderExpiryMs={read.data.orderExpiryMs} />
      )}
    </>
  );
}

function Expiry({ orderExpiryMs }: { orderExpiryMs: number }) {
  const t = useTexts('orders');
  const common = useTexts('common');
  const { id: store } = useStore();
  // The largest unit of which it is a whole number, but two days are 48 hours to most.
  const [unit] = Object.entries(UNITS).find(
    ([, ms]) => orderExpiryMs % ms === 0 && orderExpiryMs / ms > 2,
  ) ?? ['minutes'];
  const form = useForm({
    initialValues: { unit: unit as Unit, value: orderExpiryMs / UNITS[unit as Unit] },
  });
  const act = useAct(orderRoutes.putSettings, {
    invalidates: [orderRoutes.settings],
    onSuccess: () => notifyDone(t('settings.saved')),
  });
  return (
    <Card title={t('settings.expiry')}>
      <form
        noValidate
        onSubmit={form.onSubmit(({ unit: of, value }) =>
          act.mutate({ params: { store }, body: { orderExpiryMs: Math.round(value * UNITS[of]) } }),
        )}
      >
        <FormProblems error={act.error} form={form} />
        <Text size="sm" c="dimmed" mb="md">
          {t('settings.expiryAbout')}
        </Text>
        <Group align="flex-start" gap="sm">
          <NumberField
            rule={TIME}
            label={t('settings.time')}
            required
            value={form.values.value}
            onChange={(value) => form.setFieldValue('value', value ?? 1)}
            error={form.errors['value']}
            w={140}
          />
          <NativeSelect
            aria-label={t('settings.unit')}
            mt={25}
            data={Object.keys(UNITS).map((value) => ({ value, label: t(`settings.units.${value}`) }))}
            {...form.getInputProps('unit')}
          />
          <Button type="submit" mt={25} loading={act.isPending}>
            {common('save')}
          </Button>
        </Group>
      </form>
    </Card>
  );
}

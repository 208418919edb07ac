import { Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import type { OrderSettings } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useAct, useRead, useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { QUANTITY } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Card } from './Card.tsx';

/** Units of time in ms, largest first. */
const UNITS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 };
type Unit = keyof typeof UNITS;
const TIME = { ...QUANTITY, min: 1, max: 525_600 };

/** Order settings of the store. */
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
        <Expiry settings={read.data} />
      )}
    </>
  );
}

/** Form values; value and unit are one field, as they are meaningless alone. */
interface Values {
  time: { unit: Unit; value: number };
}

/** Uses the largest unit that gives a whole number, except that two days are shown as 48 hours. */
function valuesOf({ orderExpiryMs }: OrderSettings): Values {
  const [unit] = Object.entries(UNITS).find(
    ([, ms]) => orderExpiryMs % ms === 0 && orderExpiryMs / ms > 2,
  ) ?? ['minutes'];
  return { time: { unit: unit as Unit, value: orderExpiryMs / UNITS[unit as Unit] } };
}

function Expiry({ settings }: { settings: OrderSettings }) {
  const t = useTexts('orders');
  const common = useTexts('common');
  const { id: store } = useStore();
  const act = useAct(orderRoutes.putSettings, {
    invalidates: [orderRoutes.settings],
    onSuccess: () => notifyDone(t('settings.saved')),
  });
  const readNow = useReadNow();
  const { form, versioned } = useEditForm<OrderSettings, Values>({
    entity: settings,
    versionOf: ({ version }) => version,
    valuesOf,
    read: () => readNow(orderRoutes.settings, { params: { store } }),
    save: ({ time: { unit, value } }, { version }) =>
      act.mutateAsync({
        params: { store },
        body: { orderExpiryMs: Math.round(value * UNITS[unit]), version },
      }),
  });
  const timeText = ({ unit, value }: Values['time']) => `${value} ${t(`settings.units.${unit}`)}`;
  return (
    <Card title={t('settings.expiry')}>
      <ChangedDialog
        versioned={versioned}
        label={() => t('settings.time')}
        show={(_field, value) => timeText(value as Values['time'])}
      />
      <form noValidate onSubmit={form.onSubmit(versioned.save)}>
        <FormProblems error={act.error} form={form} />
        <Text size="sm" c="dimmed" mb="md">
          {t('settings.expiryAbout')}
        </Text>
        <Group align="flex-start" gap="sm">
          <NumberField
            rule={TIME}
            label={t('settings.time')}
            required
            value={form.values.time.value}
            onChange={(value) => form.setFieldValue('time.value', value ?? 1)}
            error={form.errors['time.value']}
            w={140}
          />
          <NativeSelect
            aria-label={t('settings.unit')}
            mt={25}
            data={Object.keys(UNITS).map((value) => ({ value, label: t(`settings.units.${value}`) }))}
            {...form.getInputProps('time.unit')}
          />
          <Button type="submit" mt={25} loading={act.isPending}>
            {common('save')}
          </Button>
        </Group>
      </form>
    </Card>
  );
}

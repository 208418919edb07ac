import { Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import type { OrderSettings } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useAct, useRead, useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { PERCENT, QUANTITY, writeNumber } from '../../../lib/number-text.ts';
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
        <Settings settings={read.data} />
      )}
    </>
  );
}

/** Form values; value and unit are one field, as they are meaningless alone. */
interface Values {
  time: { unit: Unit; value: number };
  discountLimitBp: number;
}

/** Uses the largest unit that gives a whole number, except that two days are shown as 48 hours. */
function valuesOf({ orderExpiryMs, discountLimitBp }: OrderSettings): Values {
  const [unit] = Object.entries(UNITS).find(
    ([, ms]) => orderExpiryMs % ms === 0 && orderExpiryMs / ms > 2,
  ) ?? ['minutes'];
  return { time: { unit: unit as Unit, value: orderExpiryMs / UNITS[unit as Unit] }, discountLimitBp };
}

function Settings({ settings }: { settings: OrderSettings }) {
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
    save: ({ time: { unit, value }, discountLimitBp }, { version }) =>
      act.mutateAsync({
        params: { store },
        body: { orderExpiryMs: Math.round(value * UNITS[unit]), discountLimitBp, version },
      }),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(versioned.save)}>
      <ChangedDialog
        versioned={versioned}
        label={(field) => t(field === 'time' ? 'settings.time' : 'settings.discountLimit')}
        show={(field, value) =>
          field === 'time' ? timeText(t, value as Values['time']) : writeNumber(value as number, PERCENT)
        }
      />
      <FormProblems error={act.error} form={form} />
      <Stack>
        <Card title={t('settings.expiry')}>
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
              w={170}
            />
            <NativeSelect
              aria-label={t('settings.unit')}
              mt={25}
              data={Object.keys(UNITS).map((value) => ({ value, label: t(`settings.units.${value}`) }))}
              {...form.getInputProps('time.unit')}
            />
          </Group>
        </Card>
        <Card title={t('settings.discounts')}>
          <Text size="sm" c="dimmed" mb="md">
            {t('settings.discountsAbout')}
          </Text>
          <NumberField
            rule={PERCENT}
            label={t('settings.discountLimit')}
            required
            value={form.values.discountLimitBp}
            onChange={(value) => form.setFieldValue('discountLimitBp', value ?? 0)}
            error={form.errors['discountLimitBp']}
            maw={280}
          />
        </Card>
        <Group>
          <Button type="submit" loading={act.isPending}>
            {common('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const timeText = (t: ReturnType<typeof useTexts>, { unit, value }: Values['time']): string =>
  `${value} ${t(`settings.units.${unit}`)}`;

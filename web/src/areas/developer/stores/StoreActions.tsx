import { useState } from 'react';
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { SANDBOX_EVENTS, sandboxRoutes } from '@commerce/console-api/routes/sandbox.ts';
import type { AnswerOf, InputOf } from '@commerce/console-api/route.ts';
import { useAct } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { PRICE, QUANTITY } from '../../../lib/number-text.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';

type Event = (typeof SANDBOX_EVENTS)[number];
type Made = AnswerOf<typeof sandboxRoutes.act>;

/** Optional values of the changes; what is left empty is chosen at random. */
const EMPTY = {
  source: 'online',
  orderId: '',
  productId: '',
  variantId: '',
  shopId: '',
  customerId: '',
  name: '',
  email: '',
  phone: '',
  quantity: null as number | null,
  priceCentavos: null as number | null,
  onHand: null as number | null,
};
type Field = keyof typeof EMPTY;

/** Fields of each change. */
const FIELDS: Readonly<Record<Event, readonly Field[]>> = {
  'order.created': ['source', 'productId', 'variantId', 'quantity', 'shopId', 'customerId'],
  'order.paid': ['orderId'],
  'order.updated': ['orderId'],
  'order.cancelled': ['orderId'],
  'product.updated': ['productId', 'variantId', 'priceCentavos'],
  'stock.changed': ['productId', 'variantId', 'shopId', 'onHand'],
  'customer.created': ['name', 'email', 'phone'],
  'customer.updated': ['customerId', 'name', 'phone'],
};

/** Makes a change in a test store, and shows what it made. */
export function StoreActions({
  params,
  disabled,
}: {
  params: { developer: string; store: string };
  disabled: boolean;
}) {
  const t = useTexts('developer');
  const [event, setEvent] = useState<Event>('order.created');
  const form = useForm({ initialValues: EMPTY });
  const act = useAct(sandboxRoutes.act, { onSuccess: () => form.reset() });
  const submit = form.onSubmit((values) => {
    const given = FIELDS[event].flatMap((field) =>
      values[field] === '' || values[field] === null ? [] : [[field, values[field]]],
    );
    const body = { event, ...Object.fromEntries(given) } as InputOf<typeof sandboxRoutes.act>['body'];
    act.mutate({ params, body });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Title order={2} size="h4">
          {t('sandbox.actions')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('sandbox.actionsAbout')}
        </Text>
        <FormProblems error={act.error} form={form} />
        <NativeSelect
          label={t('sandbox.action')}
          data={SANDBOX_EVENTS.map((value) => ({
            value,
            label: `${t(`sandbox.events.${value.replace('.', '_')}`)} (${value})`,
          }))}
          value={event}
          onChange={({ currentTarget }) => setEvent(currentTarget.value as Event)}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {FIELDS[event].map((field) => (
            <ActionField key={`${event} ${field}`} field={field} form={form} />
          ))}
        </SimpleGrid>
        <Group justify="flex-end">
          <Button type="submit" loading={act.isPending} disabled={disabled}>
            {t('sandbox.run')}
          </Button>
        </Group>
        {act.data === undefined ? null : <Result made={act.data} />}
      </Stack>
    </form>
  );
}

function ActionField({ field, form }: { field: Field; form: ReturnType<typeof useForm<typeof EMPTY>> }) {
  const t = useTexts('developer');
  const label = t(`sandbox.fields.${field}`);
  if (field === 'source') {
    const data = ['online', 'pos'].map((value) => ({ value, label: t(`sandbox.sources.${value}`) }));
    return <NativeSelect label={label} data={data} {...form.getInputProps(field)} />;
  }
  if (field === 'priceCentavos' || field === 'quantity' || field === 'onHand') {
    const rule = field === 'priceCentavos' ? PRICE : QUANTITY;
    const placeholder = t(`sandbox.defaults.${field}`);
    return (
      <NumberField
        label={label}
        placeholder={placeholder}
        rule={rule}
        value={form.values[field]}
        onChange={(value) => form.setFieldValue(field, value)}
      />
    );
  }
  return (
    <TextInput
      label={label}
      placeholder={t('sandbox.random')}
      maxLength={254}
      {...form.getInputProps(field)}
    />
  );
}

/** Ids of what a change made. */
function Result({ made }: { made: Made }) {
  const t = useTexts('developer');
  const fields = ['orderId', 'orderNumber', 'productId', 'variantId', 'shopId', 'customerId'] as const;
  return (
    <Stack gap={4} role="status">
      <Text fw={600}>{t('sandbox.made')}</Text>
      {fields.map((field) =>
        made[field] === undefined ? null : (
          <Group key={field} gap="xs">
            <Text size="sm" c="dimmed">
              {t(`sandbox.fields.${field}`)}
            </Text>
            <Copyable value={made[field]} label={t(`sandbox.fields.${field}`)} />
          </Group>
        ),
      )}
    </Stack>
  );
}

import { useEffect } from 'react';
import { Alert, Button, Grid, NativeSelect, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useNavigate, useSearchParams } from 'react-router';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { PAYMENT_GATEWAYS } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { BuyerPicker, type Buyer } from '../pos/BuyerPicker.tsx';
import { Card } from './Card.tsx';
import { NewOrderLines, requestLine, subtotalOf, type DraftLine } from './NewOrderLines.tsx';
import {
  ShippingFields,
  shippingOf,
  shippingProblems,
  shippingValues,
  withBuyer,
  type ShippingValues,
} from './ShippingFields.tsx';

interface Values {
  source: 'phone' | 'online' | 'marketplace';
  shopId: string;
  buyer: Buyer | null;
  lines: DraftLine[];
  isShipped: boolean;
  shipping: ShippingValues;
  paymentGateway: (typeof PAYMENT_GATEWAYS)[number];
  discountCentavos: number | null;
}

type Form = UseFormReturnType<Values>;

/** Manual order: by phone, or from another channel. */
export default function NewOrderPage() {
  const t = useTexts('orders');
  const common = useTexts('common');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const exchangeOf = search.get('exchange') ?? undefined;
  const shops = useRead(shopRoutes.list, { params: { store }, query: { limit: 200 } }).data?.items ?? [];
  const active = shops.filter(({ isActive }) => isActive);
  const form: Form = useForm<Values>({
    initialValues: {
      source: 'phone',
      shopId: '',
      buyer: null,
      lines: [],
      isShipped: false,
      shipping: shippingValues(undefined, t('method.local_delivery')),
      paymentGateway: 'bank_transfer',
      discountCentavos: null,
    },
    validate: (values) => problemsOf(values, t('new.noLines'), common('problems.missing')),
  });
  const act = useAct(orderRoutes.create, {
    invalidates: [orderRoutes.list],
    onSuccess: ({ order }) => void navigate(`/stores/${store}/orders/${order.id}`),
  });
  const shopId = form.values.shopId || (active[0]?.id ?? '');
  const send = ({ buyer, lines, isShipped, shipping, discountCentavos, ...rest }: Values) =>
    act.mutate({
      params: { store },
      body: {
        source: rest.source,
        paymentGateway: rest.paymentGateway,
        shopId,
        customerId: buyer?.id,
        lines: lines.map(requestLine),
        ...(isShipped ? { shipping: shippingOf(shipping, undefined) } : {}),
        discountCentavos: discountCentavos ?? 0,
        exchangeOfOrderId: exchangeOf,
      },
    });
  return (
    <>
      <PageHeader title={t('new.title')} about={t('new.about')} />
      {exchangeOf === undefined ? null : <ExchangeOf order={exchangeOf} form={form} />}
      <form noValidate onSubmit={form.onSubmit(send)}>
        <FormProblems error={act.error} form={form} />
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Stack>
              <Card title={t('new.products')}>
                <NewOrderLines
                  store={store}
                  shopId={shopId}
                  lines={form.values.lines}
                  onChange={(lines) => form.setFieldValue('lines', lines)}
                />
                {form.errors['lines'] ? (
                  <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
                    {form.errors['lines']}
                  </Text>
                ) : null}
              </Card>
              <Delivery form={form} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Stack>
              <Card title={t('new.buyer')}>
                <BuyerPicker
                  store={store}
                  buyer={form.values.buyer}
                  onChange={(buyer) => chooseBuyer(form, store, buyer)}
                />
                <SimpleGrid cols={1} mt="sm">
                  <NativeSelect
                    label={t('new.source')}
                    data={(['phone', 'online', 'marketplace'] as const).map((value) => ({
                      value,
                      label: t(`source.${value}`),
                    }))}
                    {...form.getInputProps('source')}
                  />
                  <NativeSelect
                    label={t('new.shop')}
                    data={active.map(({ id, name }) => ({ value: id, label: name }))}
                    {...form.getInputProps('shopId')}
                    value={shopId}
                  />
                </SimpleGrid>
              </Card>
              <Payment form={form} pending={act.isPending} />
            </Stack>
          </Grid.Col>
        </Grid>
      </form>
    </>
  );
}

const problemsOf = ({ lines, isShipped, shipping }: Values, noLines: string, missing: string) => ({
  ...(lines.length === 0 ? { lines: noLines } : {}),
  ...(isShipped ? shippingProblems(shipping, 'shipping.', missing) : {}),
});

/** The order of which items are exchanged: the new one starts with its shop and buyer. */
function ExchangeOf({ order, form }: { order: string; form: Form }) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const exchanged = useRead(orderRoutes.get, { params: { store, order } }).data?.order;
  useEffect(() => {
    if (exchanged === undefined) return;
    form.setInitialValues({ ...form.getInitialValues(), shopId: exchanged.shopId });
    form.setFieldValue('shopId', exchanged.shopId);
    if (exchanged.customer !== undefined) chooseBuyer(form, store, exchanged.customer);
    // Only when the order is loaded.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- for the same reason
  }, [exchanged?.id]);
  if (exchanged === undefined) return null;
  return (
    <Alert variant="light" mb="md" icon={<IconArrowsExchange />}>
      {t('new.exchange', { number: exchanged.orderNumber })}
    </Alert>
  );
}

/** Sets the buyer of the form and fills its shipping with their data. */
function chooseBuyer(form: Form, store: string, buyer: Buyer | null): void {
  form.setFieldValue('buyer', buyer);
  if (buyer === null) return;
  // Best effort: the fields can also be typed.
  void call(customerRoutes.get, { params: { store, customer: buyer.id } })
    .then((person) => form.setFieldValue('shipping', (shipping) => withBuyer(shipping, person)))
    .catch(() => undefined);
}

function Delivery({ form }: { form: Form }) {
  const t = useTexts('orders');
  return (
    <Card title={t('new.delivery')}>
      <Switch
        label={t('new.handover')}
        checked={!form.values.isShipped}
        onChange={(event) => form.setFieldValue('isShipped', !event.currentTarget.checked)}
        mb="md"
      />
      {form.values.isShipped ? <ShippingFields form={form} path="shipping." /> : null}
    </Card>
  );
}

function Payment({ form, pending }: { form: Form; pending: boolean }) {
  const t = useTexts('orders');
  const { lines, isShipped, shipping, discountCentavos, buyer } = form.values;
  const total = subtotalOf(lines) - (discountCentavos ?? 0) + (isShipped ? (shipping.priceCentavos ?? 0) : 0);
  // Store credit requires a buyer.
  const gateways = PAYMENT_GATEWAYS.filter((each) => each !== 'credit_account' || buyer !== null);
  return (
    <Card title={t('new.payment')}>
      <Stack gap="sm">
        <NativeSelect
          label={t('new.gateway')}
          data={gateways.map((value) => ({ value, label: t(`gateway.${value}`) }))}
          {...form.getInputProps('paymentGateway')}
        />
        <MoneyInput
          label={t('new.discount')}
          value={discountCentavos}
          onChange={(centavos) => form.setFieldValue('discountCentavos', centavos)}
          error={form.errors['discountCentavos']}
        />
        <Text fw={700} size="lg" aria-live="polite">
          {t('new.total')}: <Money centavos={Math.max(total, 0)} />
        </Text>
        <Button type="submit" loading={pending} fullWidth>
          {t('new.create')}
        </Button>
      </Stack>
    </Card>
  );
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { Alert, Button, Grid, NativeSelect, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useNavigate, useSearchParams } from 'react-router';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { PAYMENT_GATEWAYS } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { call, type ApiError } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { FormAlert } from '../../../ui/FormAlert.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { BuyerPicker, type Buyer } from '../pos/BuyerPicker.tsx';
import { readItemPrices } from '../pos/item-prices.ts';
import { Card } from './Card.tsx';
import { requestLine, subtotalOf, withPrices, type DraftLine } from './draft-lines.ts';
import { clearLineProblems } from './line-problems.ts';
import { NewOrderLines } from './NewOrderLines.tsx';
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

const DEFAULT_GATEWAY = 'bank_transfer';

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
      paymentGateway: DEFAULT_GATEWAY,
      discountCentavos: null,
    },
    validate: (values) => problemsOf(values, t('new.noLines'), common('problems.missing')),
  });
  const shopId = form.values.shopId || (active[0]?.id ?? '');
  const refreshPrices = useShopPrices(form, store, shopId);
  const act = useAct(orderRoutes.create, {
    invalidates: [orderRoutes.list],
    onSuccess: ({ order }) => void navigate(`/stores/${store}/orders/${order.id}`),
    onError: (error) => {
      if (error.has('price_changed')) void refreshPrices();
    },
  });
  const send = (values: Values) =>
    act.mutate({
      params: { store },
      body: {
        source: values.source,
        paymentGateway: values.paymentGateway,
        shopId,
        customerId: values.buyer?.id,
        lines: values.lines.map(requestLine),
        ...(values.isShipped ? { shipping: shippingOf(values.shipping, undefined) } : {}),
        discountCentavos: values.discountCentavos ?? 0,
        exchangeOfOrderId: exchangeOf,
        expectedTotalCentavos: totalOf(values),
      },
    });
  return (
    <>
      <PageHeader title={t('new.title')} about={t('new.about')} />
      {exchangeOf === undefined ? null : <ExchangeOf order={exchangeOf} form={form} />}
      <form noValidate onSubmit={form.onSubmit(send)}>
        <Problems error={act.error} form={form} />
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Stack>
              <Products form={form} store={store} shopId={shopId} />
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

/** Total shown to the buyer; never negative. */
const totalOf = ({ lines, discountCentavos, isShipped, shipping }: Values): number =>
  Math.max(subtotalOf(lines) - (discountCentavos ?? 0) + (isShipped ? (shipping.priceCentavos ?? 0) : 0), 0);

const problemsOf = ({ lines, isShipped, shipping }: Values, noLines: string, missing: string) => ({
  ...(lines.length === 0 ? { lines: noLines } : {}),
  ...(isShipped ? shippingProblems(shipping, 'shipping.', missing) : {}),
});

function Problems({ error, form }: { error: ApiError | null; form: Form }) {
  const common = useTexts('common');
  return error?.has('price_changed') ? (
    <FormAlert cause={error}>{errorText(common, error)}</FormAlert>
  ) : (
    <FormProblems error={error} form={form} />
  );
}

/** Updates the prices of the lines: when another shop is chosen, and on request. */
function useShopPrices(form: Form, store: string, shopId: string): () => Promise<void> {
  const current = useRef(shopId);
  const refresh = async () => {
    const items = form
      .getValues()
      .lines.flatMap(({ productId, variantId }) => (productId === null ? [] : [{ productId, variantId }]));
    const prices = await readItemPrices(store, shopId, items);
    // The person may have chosen another shop since.
    if (prices !== undefined && current.current === shopId)
      form.setFieldValue('lines', (lines) => withPrices(lines, prices));
  };
  const onShop = useEffectEvent(() => {
    current.current = shopId;
    void refresh();
  });
  useEffect(() => onShop(), [shopId]);
  return refresh;
}

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
  if (buyer === null) {
    // A credit account requires a buyer.
    form.setFieldValue('paymentGateway', (gateway) =>
      gateway === 'credit_account' ? DEFAULT_GATEWAY : gateway,
    );
    return;
  }
  // Best effort: the fields can also be typed.
  void call(customerRoutes.get, { params: { store, customer: buyer.id } })
    .then((person) => form.setFieldValue('shipping', (shipping) => withBuyer(shipping, person)))
    .catch(() => undefined);
}

function Products({ form, store, shopId }: { form: Form; store: string; shopId: string }) {
  const t = useTexts('orders');
  return (
    <Card title={t('new.products')}>
      <NewOrderLines
        store={store}
        shopId={shopId}
        lines={form.values.lines}
        errors={form.errors}
        onChange={(change) => {
          clearLineProblems(form);
          form.setFieldValue('lines', change);
        }}
      />
    </Card>
  );
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
  const { discountCentavos, buyer } = form.values;
  // A credit account requires a buyer.
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
          {t('new.total')}: <Money centavos={totalOf(form.values)} />
        </Text>
        <Button type="submit" loading={pending} fullWidth>
          {t('new.create')}
        </Button>
      </Stack>
    </Card>
  );
}

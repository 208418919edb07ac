import { useEffect, useEffectEvent, useRef } from 'react';
import { Alert, Button, Grid, NativeSelect, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useNavigate, useSearchParams } from 'react-router';
import { PAYMENT_GATEWAYS } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import type { ApiError } from '../../../lib/call.ts';
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
import { draftProblems, EMPTY_ITEM, requestLine, withPrices } from './draft-lines.ts';
import { keepEnter } from './keep-enter.ts';
import { clearLineProblems } from './line-problems.ts';
import { DEFAULT_GATEWAY, totalOf, type NewOrderForm, type NewOrderValues } from './new-order.ts';
import { NewOrderLines } from './NewOrderLines.tsx';
import { ShippingFields } from './ShippingFields.tsx';
import { shippingOf, shippingProblems, shippingValues } from './shipping-values.ts';
import { useBuyer } from './use-buyer.ts';

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
  const form = useForm<NewOrderValues>({
    initialValues: {
      source: 'phone',
      shopId: '',
      buyer: null,
      lines: [],
      custom: EMPTY_ITEM,
      isShipped: false,
      shipping: shippingValues(undefined, t('method.local_delivery')),
      paymentGateway: DEFAULT_GATEWAY,
      discountCentavos: null,
    },
    validate: (values) => ({
      ...draftProblems(values, { noLines: t('new.noLines'), notAdded: t('new.customNotAdded') }),
      ...(values.isShipped ? shippingProblems(values.shipping, 'shipping.', common('problems.missing')) : {}),
    }),
  });
  const shopId = form.values.shopId || (active[0]?.id ?? '');
  const chooseBuyer = useBuyer(form, store);
  const refreshPrices = useShopPrices(form, store, shopId);
  const act = useAct(orderRoutes.create, {
    invalidates: [orderRoutes.list],
    onSuccess: ({ order }) => void navigate(`/stores/${store}/orders/${order.id}`),
    onError: (error) => {
      if (error.has('price_changed')) void refreshPrices();
    },
  });
  const send = (values: NewOrderValues) =>
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
      {exchangeOf === undefined ? null : (
        <ExchangeOf order={exchangeOf} form={form} chooseBuyer={chooseBuyer} />
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields bubble up */}
      <form noValidate onSubmit={form.onSubmit(send)} onKeyDown={keepEnter}>
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
                <BuyerPicker store={store} buyer={form.values.buyer} onChange={chooseBuyer} />
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

function Problems({ error, form }: { error: ApiError | null; form: NewOrderForm }) {
  const common = useTexts('common');
  return error?.has('price_changed') ? (
    <FormAlert cause={error}>{errorText(common, error)}</FormAlert>
  ) : (
    <FormProblems error={error} form={form} />
  );
}

/** Updates the prices of the lines: when another shop is chosen, and on request. */
function useShopPrices(form: NewOrderForm, store: string, shopId: string): () => Promise<void> {
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
function ExchangeOf({
  order,
  form,
  chooseBuyer,
}: {
  order: string;
  form: NewOrderForm;
  chooseBuyer: (buyer: Buyer) => void;
}) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const exchanged = useRead(orderRoutes.get, { params: { store, order } }).data?.order;
  useEffect(() => {
    if (exchanged === undefined) return;
    form.setInitialValues({ ...form.getInitialValues(), shopId: exchanged.shopId });
    form.setFieldValue('shopId', exchanged.shopId);
    if (exchanged.customer !== undefined) chooseBuyer(exchanged.customer);
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

function Products({ form, store, shopId }: { form: NewOrderForm; store: string; shopId: string }) {
  const t = useTexts('orders');
  return (
    <Card title={t('new.products')}>
      <NewOrderLines
        store={store}
        shopId={shopId}
        lines={form.values.lines}
        custom={form.values.custom}
        onCustom={(custom) => form.setFieldValue('custom', custom)}
        errors={form.errors}
        onChange={(change) => {
          clearLineProblems(form);
          form.setFieldValue('lines', change);
        }}
      />
    </Card>
  );
}

function Delivery({ form }: { form: NewOrderForm }) {
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

function Payment({ form, pending }: { form: NewOrderForm; pending: boolean }) {
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

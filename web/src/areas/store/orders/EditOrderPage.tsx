import { useState } from 'react';
import { Button, Grid, Skeleton, Stack } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { heldOf } from './return-value.ts';
import { OrderProblems } from './OrderProblems.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Card, Facts } from './Card.tsx';
import { draftProblems, EMPTY_ITEM, requestLine, subtotalOf, type OrderDraft } from './draft-lines.ts';
import { keepEnter } from './keep-enter.ts';
import { clearLineProblems } from './line-problems.ts';
import { isEditable, useFlow } from './labels.ts';
import { NewOrderLines } from './NewOrderLines.tsx';
import { useOrderAct } from './use-order-act.ts';

/** Lines and discount of an order that has not been shipped. */
export default function EditOrderPage() {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const { order: key = '' } = useParams();
  const flow = useFlow();
  const read = useRead(orderRoutes.get, { params: { store, order: key } });
  // Another round starts over with the current order.
  const [round, startRound] = useState(0);
  const order = read.data?.order;
  if (order === undefined || flow.length === 0) {
    if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
    return (
      <>
        <PageHeader title={t('edit.loading')} />
        <Skeleton height={360} />
      </>
    );
  }
  const to = `/stores/${store}/orders/${order.id}`;
  return (
    <>
      <PageHeader title={t('edit.title', { number: order.orderNumber })} about={t('edit.about')} />
      {isEditable(flow, order.status) ? (
        <EditForm
          key={round}
          order={order}
          reload={() => void read.refetch().then(() => startRound(round + 1))}
        />
      ) : (
        <EmptyState
          title={t('edit.tooLate')}
          action={
            <Button component={Link} to={to} variant="default">
              {t('slip.back')}
            </Button>
          }
        />
      )}
    </>
  );
}

interface Values extends OrderDraft {
  discountCentavos: number | null;
}

const draftOf = (order: OrderDetail): Values => ({
  lines: order.lineItems.map((line, index) => ({
    key: `line ${index}`,
    index,
    productId: line.productId ?? null,
    variantId: line.variantId ?? null,
    name: line.name,
    priceCentavos: line.unitPriceCentavos,
    quantity: line.quantity,
  })),
  custom: EMPTY_ITEM,
  discountCentavos: order.discountCentavos === 0 ? null : order.discountCentavos,
});

function EditForm({ order: current, reload }: { order: OrderDetail; reload: () => void }) {
  // What the person types belongs to this version, also when another one arrives.
  const [order] = useState(current);
  const t = useTexts('orders');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const to = `/stores/${store}/orders/${order.id}`;
  const form = useForm<Values>({
    initialValues: draftOf(order),
    validate: (values) =>
      draftProblems(values, { noLines: t('new.noLines'), notAdded: t('new.customNotAdded') }),
  });
  const act = useOrderAct(orderRoutes.edit, () => void navigate(to));
  const { lines, custom, discountCentavos } = form.values;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields bubble up
    <form
      noValidate
      onKeyDown={keepEnter}
      onSubmit={form.onSubmit((values) =>
        act.mutate({
          params: { store, order: order.id },
          body: {
            lines: values.lines.map((line) =>
              line.index === undefined ? requestLine(line) : { index: line.index, quantity: line.quantity },
            ),
            discountCentavos: values.discountCentavos ?? 0,
            version: order.updatedAt,
          },
        }),
      )}
    >
      <OrderProblems error={act.error} form={form} reload={reload} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Card title={t('new.products')}>
            <NewOrderLines
              store={store}
              shopId={order.shopId}
              lines={lines}
              custom={custom}
              onCustom={(changed) => form.setFieldValue('custom', changed)}
              errors={form.errors}
              onChange={(change) => {
                clearLineProblems(form);
                form.setFieldValue('lines', change);
              }}
            />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Card title={t('edit.summary')}>
            <Stack gap="sm">
              <MoneyInput
                label={t('new.discount')}
                value={discountCentavos}
                onChange={(centavos) => form.setFieldValue('discountCentavos', centavos)}
                error={form.errors['discountCentavos']}
              />
              <Totals order={order} subtotal={subtotalOf(lines)} discount={discountCentavos ?? 0} />
              <Button type="submit" loading={act.isPending} disabled={!form.isDirty()} fullWidth>
                {t('edit.save')}
              </Button>
              <Button component={Link} to={to} variant="default" fullWidth>
                {t('end.back')}
              </Button>
            </Stack>
          </Card>
        </Grid.Col>
      </Grid>
    </form>
  );
}

/** The new total, beside the old one and what was paid. */
function Totals({ order, subtotal, discount }: { order: OrderDetail; subtotal: number; discount: number }) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const payments = useRead(orderRoutes.payments, { params: { store, order: order.id } }).data;
  const shipping = order.shipping?.priceCentavos ?? 0;
  const total = Math.max(subtotal - discount, 0) + shipping;
  const held = payments === undefined ? 0 : heldOf(payments);
  const balance = total - held;
  const amounts: [string, number | null][] = [
    [t('lines.subtotal'), subtotal],
    [t('lines.shipping'), order.shipping === undefined ? null : shipping],
    [t('edit.before'), order.totalCentavos],
    [t('new.total'), total],
    [t('payments.paid'), held > 0 ? held : null],
    [balance < 0 ? t('payments.owed') : t('payments.due'), held > 0 ? Math.abs(balance) : null],
  ];
  return (
    <div aria-live="polite">
      <Facts
        facts={amounts.map(([name, centavos]) => [
          name,
          centavos === null ? null : <Money key={name} centavos={centavos} />,
        ])}
      />
    </div>
  );
}

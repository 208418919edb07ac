import { Fragment } from 'react';
import { Anchor, Button, Grid, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPrinter, IconTag } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { Card, Facts } from './Card.tsx';
import { History } from './History.tsx';
import { isEditable, useFlow } from './labels.ts';
import { NextSteps } from './NextSteps.tsx';
import { OrderLines } from './OrderLines.tsx';
import classes from './orders.module.css';
import { PaymentCard } from './PaymentCard.tsx';
import { ShippingCard } from './ShippingCard.tsx';
import { OrderStatus, PaymentStatus } from './StatusBadges.tsx';

/** One order: details, history, and next steps. */
export default function OrderPage() {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const { order: key = '' } = useParams();
  const read = useRead(orderRoutes.get, { params: { store, order: key } });
  if (read.data === undefined) {
    if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
    return (
      <>
        <PageHeader title={t('detail.loading')} />
        <Skeleton height={360} />
      </>
    );
  }
  return <Order order={read.data.order} store={store} />;
}

function Order({ order, store }: { order: OrderDetail; store: string }) {
  const t = useTexts('orders');
  const may = useMay();
  const flow = useFlow();
  const to = `/stores/${store}/orders/${order.id}`;
  return (
    <>
      <PageHeader
        title={t('detail.title', { number: order.orderNumber })}
        about={
          <Group gap="xs" component="span">
            <OrderStatus flow={flow} status={order.status} />
            <PaymentStatus status={order.payment.status} orderStatus={order.status} named />
            <Text span size="sm" c="dimmed">
              <Timestamp at={order.createdAt} /> · {t(`source.${order.source}`)} · {order.shopName}
            </Text>
          </Group>
        }
        actions={
          <>
            {order.shipping === undefined ? null : (
              <Button
                component={Link}
                to={`${to}/label`}
                variant="default"
                leftSection={<IconTag size={16} />}
              >
                {t('detail.label')}
              </Button>
            )}
            <Button
              component={Link}
              to={`${to}/slip`}
              variant="default"
              leftSection={<IconPrinter size={16} />}
            >
              {t('detail.slip')}
            </Button>
          </>
        }
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Card
              title={t('lines.title')}
              actions={
                may('sell') && isEditable(flow, order.status) ? (
                  <Button component={Link} to={`${to}/edit`} variant="default" size="xs">
                    {t('edit.open')}
                  </Button>
                ) : null
              }
            >
              {/* On a narrow screen the end is reachable by keyboard as well. */}
              {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- for the same reason */}
              <div className={classes['scroll']} role="group" aria-label={t('lines.title')} tabIndex={0}>
                <OrderLines order={order} withCosts={may('seeCosts')} />
              </div>
            </Card>
            <ShippingCard order={order} />
            <History order={order} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            {may('sell') ? <NextSteps order={order} flow={flow} /> : null}
            <PaymentCard order={order} />
            <CustomerCard order={order} store={store} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

function CustomerCard({ order: { customer }, store }: { order: OrderDetail; store: string }) {
  const t = useTexts('orders');
  if (customer === undefined)
    return (
      <Card title={t('customer.title')}>
        <Text size="sm" c="dimmed">
          {t('customer.unknown')}
        </Text>
      </Card>
    );
  return (
    <Card title={t('customer.title')}>
      <Facts
        facts={[
          [
            t('customer.name'),
            <Anchor key="name" component={Link} to={`/stores/${store}/customers/${customer.id}`} size="sm">
              {customer.name}
            </Anchor>,
          ],
          [t('customer.email'), customer.email && <Email key="email" address={customer.email} />],
          [t('customer.phone'), customer.phone],
        ]}
      />
      <Anchor
        component={Link}
        to={`/stores/${store}/orders?customer=${customer.id}`}
        size="sm"
        mt="sm"
        display="block"
      >
        {t('customer.orders')}
      </Anchor>
    </Card>
  );
}

/** A link to write to an address. A line that is too narrow ends at a dot or before the host. */
function Email({ address }: { address: string }) {
  return (
    <Anchor href={`mailto:${address}`} size="sm">
      {address.split(/(?<=\.)(?=.*@)|(?=@)/).map((part, index) => (
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </Anchor>
  );
}

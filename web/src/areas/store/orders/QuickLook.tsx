import { Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { useFlow } from './labels.ts';
import { OrderLines } from './OrderLines.tsx';
import { OrderStatus, PaymentStatus } from './StatusBadges.tsx';

/** Order drawer beside the list. */
export function QuickLook({ order, onClose }: { order: string | null; onClose: () => void }) {
  const t = useTexts('orders');
  const common = useTexts('common');
  const { id: store } = useStore();
  const read = useRead(
    orderRoutes.get,
    { params: { store, order: order ?? '' } },
    { enabled: order !== null },
  );
  // While another order loads, the data of the previous one is ignored.
  const found = read.data?.order.id === order ? read.data?.order : undefined;
  return (
    <Drawer
      opened={order !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={found === undefined ? t('look.title') : t('detail.title', { number: found.orderNumber })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {read.error && found === undefined ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : found === undefined ? (
        <Skeleton height={240} />
      ) : (
        <Look order={found} store={store} />
      )}
    </Drawer>
  );
}

function Look({ order, store }: { order: OrderDetail; store: string }) {
  const t = useTexts('orders');
  const flow = useFlow();
  return (
    <Stack>
      <Group gap="xs">
        <OrderStatus flow={flow} status={order.status} />
        <PaymentStatus status={order.payment.status} orderStatus={order.status} />
      </Group>
      <Text size="sm" c="dimmed">
        <Timestamp at={order.createdAt} /> · {t(`source.${order.source}`)} · {order.shopName}
      </Text>
      <Text size="sm">{order.customer?.name ?? t('list.unknownCustomer')}</Text>
      <OrderLines order={order} />
      <Button component={Link} to={`/stores/${store}/orders/${order.id}`} fullWidth>
        {t('look.open')}
      </Button>
    </Stack>
  );
}

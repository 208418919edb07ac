import { Anchor, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { customerRoutes, type Person } from '@commerce/console-api/routes/customers.ts';
import { useRead } from '../../../lib/api.ts';
import { statusLabel } from '../../../lib/order-status.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';

const SHOWN = 5;
const TONES: Record<string, Tone> = { open: 'busy', fulfilled: 'good', closed_bad: 'quiet' };

/** Most recent orders of a person; the order list has all of them. */
export function CustomerOrders({ person }: { person: Person }) {
  const t = useTexts('customers');
  const common = useTexts('common');
  const { id: store } = useStore();
  const input = { params: { store, customer: person.id }, query: { limit: SHOWN } };
  const { data, error, refetch } = useRead(customerRoutes.orders, input);
  return (
    <Card withBorder component="section" mt="md" aria-labelledby="customer-orders">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5" id="customer-orders">
          {t('orders.title')}
        </Title>
        {data?.nextCursor ? (
          <Anchor component={Link} to={`/stores/${store}/orders?customer=${person.id}`} size="sm">
            {t('orders.all')}
          </Anchor>
        ) : null}
      </Group>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={60} /> : null}
      {data?.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('orders.none')}
        </Text>
      ) : null}
      <Stack gap="xs">
        {data?.items.map((order) => (
          <Group key={order.id} justify="space-between" wrap="nowrap" gap="xs">
            <div>
              <Anchor component={Link} to={`/stores/${store}/orders/${order.id}`} size="sm" fw={600}>
                #{order.orderNumber}
              </Anchor>
              <Text size="xs" c="dimmed">
                <Timestamp at={order.createdAt} dayOnly /> · <Money centavos={order.totalCentavos} />
              </Text>
            </div>
            <StatusBadge tone={TONES[order.statusKind] ?? 'quiet'}>
              {statusLabel(common, order.status)}
            </StatusBadge>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { customerRoutes, type ErasureState } from '@commerce/console-api/routes/customers.ts';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';

const POLL_MS = 3_000;

/** An erased customer: progress of the erasure, and the orders that still hold their data. */
export function ErasedCustomer({ id, erasure }: { id: string; erasure: ErasureState }) {
  const t = useTexts('customers');
  const { id: store } = useStore();
  // Same query as the page; polled while the erasure is in progress.
  useRead(
    customerRoutes.get,
    { params: { store, customer: id } },
    { everyMs: erasure.completedAt === null ? POLL_MS : false },
  );
  return (
    <>
      <PageHeader title={t('erased.name')} about={t('erased.about')} />
      <Card withBorder component="section">
        <Stack gap="sm">
          <Group justify="space-between">
            <Title order={2} size="h5">
              {t('erased.title')}
            </Title>
            <StatusBadge tone={erasure.completedAt === null ? 'busy' : 'good'}>
              {erasure.completedAt === null ? t('erased.completing') : t('erased.complete')}
            </StatusBadge>
          </Group>
          <Text size="sm" c="dimmed">
            {t('erased.requestedBy', { name: erasure.requestedBy ?? t('privacy.formerMember') })}{' '}
            <Timestamp at={erasure.requestedAt} />
          </Text>
          {erasure.areas.map(({ area, done }) => (
            <Area key={area} label={t(`erased.area.${area}`)} done={done} />
          ))}
          <Area label={t('erased.area.apps')} done={erasure.redactedAt !== null} />
          <OpenOrders orders={erasure.openOrders} />
        </Stack>
      </Card>
    </>
  );
}

function Area({ label, done }: { label: string; done: boolean }) {
  const t = useTexts('customers');
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{label}</Text>
      <StatusBadge tone={done ? 'good' : 'busy'}>{done ? t('erased.done') : t('erased.pending')}</StatusBadge>
    </Group>
  );
}

function OpenOrders({ orders }: { orders: ErasureState['openOrders'] }) {
  const t = useTexts('customers');
  const { id: store } = useStore();
  if (orders.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('erased.openOrders')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('erased.openOrdersAbout')}
      </Text>
      <Group gap="sm">
        {orders.map(({ id, orderNumber }) => (
          <Anchor key={id} component={Link} to={`/stores/${store}/orders/${id}`} size="sm">
            #{orderNumber}
          </Anchor>
        ))}
      </Group>
    </div>
  );
}

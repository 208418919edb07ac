import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { SalesSummary } from '@commerce/console-api/routes/dashboard.ts';
import { number } from '../../../lib/format.ts';
import { statusLabel } from '../../../lib/order-status.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';

const TONES: Record<string, Tone> = { open: 'busy', fulfilled: 'good', closed_bad: 'quiet' };

/** Number of orders per status, with links to the filtered order list. */
export function OrderStatuses({ statuses }: { statuses: SalesSummary['statuses'] }) {
  const t = useTexts('dashboard');
  const common = useTexts('common');
  const { id: store } = useStore();
  return (
    <Card withBorder component="section" aria-labelledby="orders-by-status">
      <Title order={2} size="h5" mb="sm" id="orders-by-status">
        {t('statuses.title')}
      </Title>
      <Stack gap={6}>
        {statuses.map(({ status, label, kind, orders }) => (
          <Group key={status} justify="space-between" wrap="nowrap">
            <Anchor
              component={Link}
              to={`/stores/${store}/orders?status=${encodeURIComponent(status)}`}
              underline="never"
            >
              <StatusBadge tone={status === 'pending' ? 'warning' : (TONES[kind] ?? 'quiet')}>
                {statusLabel(common, label)}
              </StatusBadge>
            </Anchor>
            <Text className="figures" size="sm">
              {number(orders)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

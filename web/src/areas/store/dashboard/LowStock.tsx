import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { dashboardRoutes } from '@commerce/console-api/routes/dashboard.ts';
import { useRead } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

/** Low stock, lowest first, with links to the stock page. */
export function LowStock() {
  const t = useTexts('dashboard');
  const { id: store } = useStore();
  const { data, error, refetch } = useRead(dashboardRoutes.lowStock, { params: { store } });
  return (
    <Card withBorder component="section" aria-labelledby="low-stock">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5" id="low-stock">
          {t('stock.title')}
        </Title>
        {data === undefined || data.low === 0 ? null : (
          <Anchor component={Link} to={`/stores/${store}/stock?show=low`} size="sm">
            {t('stock.all', { count: data.low })}
          </Anchor>
        )}
      </Group>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data?.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('stock.none')}
        </Text>
      ) : null}
      <Stack gap={8}>
        {data?.items.map(({ id, productId, name, variant, shop, available }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div>
              <Anchor component={Link} to={`/stores/${store}/products/${productId}`} size="sm">
                {[name || t('top.gone'), variant].filter((part) => part !== '').join(' · ')}
              </Anchor>
              <Text size="xs" c="dimmed">
                {shop}
              </Text>
            </div>
            <StatusBadge tone={available <= 0 ? 'bad' : 'warning'}>
              {available <= 0
                ? t('stock.out')
                : t('stock.left', { count: available, number: number(available) })}
            </StatusBadge>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

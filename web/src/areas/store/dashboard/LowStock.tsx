import { Anchor, Card, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { dashboardRoutes } from '@commerce/console-api/routes/dashboard.ts';
import { useRead } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import classes from './dashboard.module.css';

/** Low stock, lowest first, each with a link to its shop's stock. */
export function LowStock({ shop: chosen }: { shop: string | undefined }) {
  const t = useTexts('dashboard');
  const { id: store } = useStore();
  const { data, error, refetch } = useRead(dashboardRoutes.lowStock, {
    params: { store },
    query: { shop: chosen },
  });
  return (
    <Card withBorder component="section" aria-labelledby="low-stock">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5" id="low-stock">
          {t('stock.title')}
        </Title>
      </Group>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data?.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('stock.none')}
        </Text>
      ) : null}
      <ul className={classes['lows']}>
        {data?.items.map(({ id, productId, name, variant, shopId, shop, available }) => (
          <li key={id}>
            <div>
              <Anchor
                component={Link}
                to={`/stores/${store}/products/${productId}`}
                size="sm"
                c="inherit"
                fw={550}
              >
                {[name || t('top.gone'), variant].filter((part) => part !== '').join(' · ')}
              </Anchor>
              <Text size="xs" c="dimmed">
                {shop}
              </Text>
            </div>
            <Anchor
              component={Link}
              to={`/stores/${store}/stock?shop=${shopId}&filter=${available <= 0 ? 'out' : 'low'}`}
              size="sm"
              className={`figures nowrap ${available <= 0 ? classes['out'] : ''}`}
            >
              {available <= 0
                ? t('stock.out')
                : t('stock.left', { count: available, number: number(available) })}
            </Anchor>
          </li>
        ))}
      </ul>
    </Card>
  );
}

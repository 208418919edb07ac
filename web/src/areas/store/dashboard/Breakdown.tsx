import { Card, Divider, Title } from '@mantine/core';
import type { SalesSummary } from '@commerce/console-api/routes/dashboard.ts';
import { wholeMoney } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Bars } from './Bars.tsx';
import { ordersOf, useOrdersLink } from './use-orders-link.ts';

/** Sales of the period by shop and by channel. */
export function Breakdown({ sales: { shops, sources }, days }: { sales: SalesSummary; days: string }) {
  const t = useTexts('dashboard');
  const linkTo = useOrdersLink();
  return (
    <Card withBorder component="section" aria-labelledby="sales-by-shop">
      <Title order={2} size="h5" mb="sm" id="sales-by-shop">
        {t('breakdown.shops')}
      </Title>
      <Bars
        lines={shops.map(({ id, name, amountCentavos }) => ({
          to: linkTo({ ...ordersOf(days), shop: id }),
          label: name || t('breakdown.gone'),
          value: amountCentavos,
          text: wholeMoney(amountCentavos),
        }))}
      />
      <Divider my="md" />
      <Title order={2} size="h5" mb="sm">
        {t('breakdown.sources')}
      </Title>
      <Bars
        lines={sources.map(({ source, amountCentavos }) => ({
          to: linkTo({ ...ordersOf(days), source }),
          label: t(`source.${source}`),
          value: amountCentavos,
          text: wholeMoney(amountCentavos),
        }))}
      />
    </Card>
  );
}

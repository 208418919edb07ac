import type { SalesSummary } from '@commerce/console-api/routes/dashboard.ts';
import { money, shortMoney } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import DayChart from '../../../ui/DayChart.tsx';

/** Sales per day. */
export default function SalesChart({ days }: { days: SalesSummary['days'] }) {
  const t = useTexts('dashboard');
  return (
    <DayChart
      title={t('chart.title')}
      days={days.map(({ day }) => day)}
      label={t('chart.amount')}
      values={days.map(({ amountCentavos }) => amountCentavos / 100)}
      format={(pesos) => money(Math.round(pesos * 100))}
      tick={shortMoney}
      columns={[{ title: t('figure.orders'), values: days.map(({ orders }) => orders) }]}
    />
  );
}

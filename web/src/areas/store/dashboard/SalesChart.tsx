import { BarChart } from '@mantine/charts';
import { Table, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import '@mantine/charts/styles.css';
import type { SalesSummary } from '@commerce/console-api/routes/dashboard.ts';
import { money, shortDay, shortMoney } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { labelEvery } from './figures.ts';

/** Width of a day under the axis, in px, with the space around it. */
const LABEL_WIDTH = 64;

/** Sales per day: a bar for each, the unfinished day in its own color, with a table for screen readers. */
export default function SalesChart({ days }: { days: SalesSummary['days'] }) {
  const t = useTexts('dashboard');
  const { ref, width } = useElementSize();
  const [label, today] = [t('chart.amount'), t('chart.today')];
  const data = days.map(({ day, amountCentavos }, at) => ({
    day: shortDay(day),
    [at === days.length - 1 ? today : label]: amountCentavos / 100,
  }));
  const every = labelEvery(days.length, Math.max(2, Math.floor(width / LABEL_WIDTH)));
  return (
    <>
      <div aria-hidden ref={ref}>
        <BarChart
          h={260}
          data={data}
          dataKey="day"
          type="stacked"
          series={[
            { name: label, color: 'petrol.6' },
            { name: today, color: 'petrol.3' },
          ]}
          withLegend
          legendProps={{ verticalAlign: 'top', height: 32 }}
          tickLine="none"
          gridAxis="x"
          maxBarWidth={48}
          valueFormatter={(pesos) => money(Math.round(pesos * 100))}
          xAxisProps={{ interval: every - 1, padding: { left: 8, right: 8 } }}
          yAxisProps={{ width: 60, tickFormatter: shortMoney, allowDecimals: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <VisuallyHidden>
        <Table aria-label={t('chart.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('chart.day')}</Table.Th>
              <Table.Th>{t('figure.orders')}</Table.Th>
              <Table.Th>{label}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map(({ day, orders, amountCentavos }, at) => (
              <Table.Tr key={day}>
                <Table.Td>{at === days.length - 1 ? `${shortDay(day)} (${today})` : shortDay(day)}</Table.Td>
                <Table.Td>{orders}</Table.Td>
                <Table.Td>{money(amountCentavos)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
    </>
  );
}

import { AreaChart } from '@mantine/charts';
import { Table, VisuallyHidden } from '@mantine/core';
import '@mantine/charts/styles.css';
import type { SalesSummary } from '@commerce/console-api/routes/dashboard.ts';
import { money, shortDay, shortMoney } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';

/** Sales per day: a line chart, with a table for screen readers. */
export default function SalesChart({ days }: { days: SalesSummary['days'] }) {
  const t = useTexts('dashboard');
  const label = t('chart.amount');
  const data = days.map(({ day, amountCentavos }) => ({ day: shortDay(day), [label]: amountCentavos / 100 }));
  return (
    <>
      <div aria-hidden>
        <AreaChart
          h={260}
          data={data}
          dataKey="day"
          series={[{ name: label, color: 'petrol.6' }]}
          curveType="monotone"
          withDots={false}
          tickLine="none"
          gridAxis="x"
          valueFormatter={(pesos) => money(Math.round(pesos * 100))}
          yAxisProps={{ width: 60, tickFormatter: shortMoney }}
          areaChartProps={{ accessibilityLayer: false }}
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
            {days.map(({ day, orders, amountCentavos }) => (
              <Table.Tr key={day}>
                <Table.Td>{shortDay(day)}</Table.Td>
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

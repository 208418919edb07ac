import { BarChart } from '@mantine/charts';
import { Table, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import '@mantine/charts/styles.css';
import { shortDay } from '../lib/format.ts';
import { labelEvery } from '../lib/label-every.ts';
import { useTexts } from '../lib/texts.ts';

/** Width of a day under the axis, in px, with the space around it. */
const LABEL_WIDTH = 64;

/** Further column of the table for screen readers. */
export interface DayColumn {
  title: string;
  values: number[];
}

/** Values per day: a bar for each, the unfinished day in its own color, with a table for screen readers. */
export default function DayChart({
  title,
  days,
  label,
  values,
  format,
  tick = format,
  columns = [],
  height = 260,
}: {
  /** Name of the table. */
  title: string;
  /** YYYY-MM-DD, up to today. */
  days: string[];
  /** Name of the values. */
  label: string;
  values: number[];
  format: (value: number) => string;
  /** Format of the axis. */
  tick?: (value: number) => string;
  columns?: DayColumn[];
  height?: number;
}) {
  const t = useTexts('common');
  const { ref, width } = useElementSize();
  const today = t('dayChart.today');
  const isToday = (at: number): boolean => at === days.length - 1;
  const data = days.map((day, at) => ({ day: shortDay(day), [isToday(at) ? today : label]: values[at] }));
  const every = labelEvery(days.length, Math.max(2, Math.floor(width / LABEL_WIDTH)));
  return (
    <>
      <div aria-hidden ref={ref}>
        <BarChart
          h={height}
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
          valueFormatter={format}
          xAxisProps={{ interval: every - 1, padding: { left: 8, right: 8 } }}
          yAxisProps={{ width: 60, tickFormatter: tick, allowDecimals: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <VisuallyHidden>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('dayChart.day')}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column.title}>{column.title}</Table.Th>
              ))}
              <Table.Th>{label}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map((day, at) => (
              <Table.Tr key={day}>
                <Table.Td>{isToday(at) ? `${shortDay(day)} (${today})` : shortDay(day)}</Table.Td>
                {columns.map((column) => (
                  <Table.Td key={column.title}>{column.values[at]}</Table.Td>
                ))}
                <Table.Td>{format(values[at] ?? 0)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
    </>
  );
}

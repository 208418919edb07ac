import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Card, Text, Title } from '@mantine/core';
import { useTexts } from '../../lib/texts.ts';

/** Chart of values by period; `data` has the label of each period as `at`, and a value for each series. */
export interface PeriodChart {
  title: string;
  series: { name: string; color: string }[];
}

/** Charts of counts, stacked, and of durations in ms. The default export, because charts are large and loaded on demand. */
export default function PeriodCharts({
  data,
  counts,
  durations,
}: {
  data: Record<string, string | number>[];
  counts: PeriodChart;
  durations: PeriodChart;
}) {
  const t = useTexts('common');
  const common = {
    h: 240,
    data,
    dataKey: 'at',
    tickLine: 'none' as const,
    xAxisProps: { minTickGap: 40 },
    withLegend: true,
  };
  return (
    <>
      <Card withBorder component="section">
        <Title order={2} size="h5" mb="md">
          {counts.title}
        </Title>
        <BarChart {...common} type="stacked" series={counts.series} />
      </Card>
      <Card withBorder component="section">
        <Title order={2} size="h5" mb="md">
          {durations.title}
        </Title>
        {/* A single period would be an invisible line. */}
        <LineChart {...common} unit=" ms" withDots={data.length === 1} series={durations.series} />
      </Card>
      <Text size="xs" c="dimmed">
        {t('chartTimes')}
      </Text>
    </>
  );
}

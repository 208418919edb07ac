import { lazy, Suspense } from 'react';
import { Card, Group, SegmentedControl, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { platformRoutes, type PlatformDay } from '@commerce/console-api/routes/platform.ts';
import { useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import classes from '../platform.module.css';

// The chart library is large: the totals render without waiting for it.
const DayChart = lazy(() => import('../../../ui/DayChart.tsx'));

const SPANS = ['30', '90'] as const;

/** Figures of a day, each with the page that lists what it counts. */
const FIGURES = [
  { name: 'newStores', to: '/platform/stores' },
  { name: 'activeStores', to: '/platform/stores' },
  { name: 'installations', to: '/platform/apps' },
  { name: 'orders', to: '/platform/stores' },
  { name: 'failedAttempts', to: '/platform/apps' },
] as const satisfies { name: keyof PlatformDay; to: string }[];

type FigureName = (typeof FIGURES)[number]['name'];

/** The figures of the platform over the last days: a total and a chart for each. */
export function PlatformFigures() {
  const t = useTexts('platform');
  const [param, setDays] = useFilter('days');
  const span = SPANS.find((each) => each === param) ?? '30';
  const { data, error, refetch } = useRead(platformRoutes.figures, { query: { days: span } });
  return (
    <section aria-labelledby="figures">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="figures">
          {t('figures.title')}
        </Title>
        <SegmentedControl
          aria-label={t('figures.span')}
          value={span}
          onChange={(value) => setDays(value === '30' ? null : value)}
          data={SPANS.map((value) => ({ value, label: t('figures.days', { count: Number(value) }) }))}
        />
      </Group>
      {data === undefined && error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={260} /> : null}
      {data === undefined ? null : (
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
          {FIGURES.map(({ name, to }) => (
            <Figure key={name} name={name} to={to} days={data.days} />
          ))}
        </SimpleGrid>
      )}
    </section>
  );
}

function Figure({ name, to, days }: { name: FigureName; to: string; days: PlatformDay[] }) {
  const t = useTexts('platform');
  const values = days.map((day) => day[name]);
  const sum = values.reduce((total, value) => total + value, 0);
  // A store that is active on several days is one store: their sum would count it again.
  const isDaily = name === 'activeStores';
  const title = t(`figures.${name}.title`);
  return (
    <Card withBorder component="section" aria-label={title}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Link to={to} className={`figures ${classes['figure']}`}>
        {isDaily ? number(sum / days.length, 1) : number(sum)}
      </Link>
      <Text size="xs" c="dimmed" mb="sm">
        {t(`figures.${name}.about`)}
      </Text>
      {sum === 0 ? null : (
        <Suspense fallback={<Skeleton height={180} />}>
          <DayChart
            title={title}
            days={days.map(({ day }) => day)}
            label={t(`figures.${name}.label`)}
            values={values}
            format={(value) => number(value)}
            height={180}
          />
        </Suspense>
      )}
    </Card>
  );
}

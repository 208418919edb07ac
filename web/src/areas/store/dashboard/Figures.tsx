import { Card, SimpleGrid, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { SalesFigure, SalesSummary } from '@commerce/console-api/routes/dashboard.ts';
import { number, wholeMoney } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import classes from './dashboard.module.css';
import { changeOf, marginOf } from './figures.ts';
import { ordersOf, useOrdersLink } from './use-orders-link.ts';

const each = ({ orders, amountCentavos }: SalesFigure): number =>
  orders === 0 ? 0 : amountCentavos / orders;

/** Main figures of the period, with their change; each leads to the orders of the period. */
export function Figures({
  sales: { total, before, lineTotals },
  days,
}: {
  sales: SalesSummary;
  days: string;
}) {
  const t = useTexts('dashboard');
  const to = useOrdersLink()(ordersOf(days));
  const margin = lineTotals === null ? undefined : marginOf(lineTotals);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: margin === undefined ? 3 : 4 }}>
      <Figure
        to={to}
        label={t('figure.amount')}
        value={wholeMoney(total.amountCentavos)}
        change={changeOf(total.amountCentavos, before.amountCentavos)}
      />
      <Figure
        to={to}
        label={t('figure.orders')}
        value={number(total.orders)}
        change={changeOf(total.orders, before.orders)}
      />
      <Figure
        to={to}
        label={t('figure.ticket')}
        value={wholeMoney(each(total))}
        change={changeOf(each(total), each(before))}
      />
      {margin === undefined ? null : (
        <Figure
          to="#margin"
          label={t('figure.margin')}
          value={
            margin.marginCentavos === undefined ? t('margin.unknown') : wholeMoney(margin.marginCentavos)
          }
          about={
            margin.percent === undefined
              ? t('margin.noCosts')
              : t('margin.ofCosted', { percent: number(margin.percent, 1) })
          }
        />
      )}
    </SimpleGrid>
  );
}

function Figure({
  to,
  label,
  value,
  change,
  about,
}: {
  to: string;
  label: string;
  value: string;
  change?: number | undefined;
  /** Instead of a change. */
  about?: string;
}) {
  const t = useTexts('dashboard');
  return (
    <Card withBorder className={classes['figure']}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Link to={to} className={`figures ${classes['figureValue']}`}>
        {value}
      </Link>
      {about === undefined ? (
        <Change percent={change} />
      ) : (
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      )}
      <Text size="xs" c="dimmed" className={classes['against']}>
        {about === undefined && change !== undefined ? t('figure.against') : null}
      </Text>
    </Card>
  );
}

/** Change in percent, by arrow, sign and color. */
function Change({ percent }: { percent: number | undefined }) {
  const t = useTexts('dashboard');
  if (percent === undefined)
    return (
      <Text size="xs" c="dimmed">
        {t('figure.nothingBefore')}
      </Text>
    );
  const Arrow = percent < 0 ? IconArrowDownRight : IconArrowUpRight;
  return (
    <span className={classes[percent < 0 ? 'down' : 'up']}>
      <Arrow size={16} aria-hidden />
      {t(percent < 0 ? 'figure.less' : 'figure.more', { percent: number(Math.abs(percent), 0) })}
    </span>
  );
}

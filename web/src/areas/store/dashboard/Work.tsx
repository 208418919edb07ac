import type { ReactNode } from 'react';
import { Card, Skeleton, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconCoin,
  IconPackages,
  IconReceipt,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { appRoutes } from '@commerce/console-api/routes/apps.ts';
import { dashboardRoutes } from '@commerce/console-api/routes/dashboard.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useRead } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { statusLabel } from '../../../lib/order-status.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import classes from './dashboard.module.css';
import { useOrdersLink } from './use-orders-link.ts';

/** Number up to which low stock of a shop is counted. */
const MAX_LOW = 1_000;

interface Task {
  to: string;
  icon: ReactNode;
  count: string;
  text: string;
  isUrgent?: boolean;
}

/** Work that waits, of any age: each entry leads to its list. */
export function Work({ shop }: { shop: string | undefined }) {
  const t = useTexts('dashboard');
  const orders = useOrderTasks(shop);
  const stock = useStockTasks(shop);
  const apps = useAppTasks();
  const error = orders.error ?? stock.error ?? apps.error;
  const isPending = orders.isPending || stock.isPending || apps.isPending;
  const tasks = [...orders.tasks, ...stock.tasks, ...apps.tasks];
  return (
    <Card withBorder component="section" aria-labelledby="work" aria-busy={isPending}>
      <Title order={2} size="h5" mb="sm" id="work">
        {t('work.title')}
      </Title>
      {error ? <ErrorState error={error} /> : null}
      {isPending ? (
        <div className={classes['tasks']}>
          {Array.from({ length: 3 }, (_task, task) => (
            <Skeleton key={task} height={56} />
          ))}
        </div>
      ) : tasks.length === 0 && error === null ? (
        <Text size="sm" c="dimmed" className={classes['allDone']}>
          <IconCircleCheck size={18} aria-hidden /> {t('work.none')}
        </Text>
      ) : (
        <ul className={classes['tasks']}>
          {tasks.map(({ to, icon, count, text, isUrgent = false }) => (
            <li key={to}>
              <Link to={to} className={classes['task']} data-urgent={isUrgent}>
                <span className={classes['taskIcon']} aria-hidden>
                  {icon}
                </span>
                <span className={classes['taskText']}>
                  <b className="figures">{count}</b> {text}
                </span>
                <IconChevronRight size={16} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const icon = (Icon: typeof IconReceipt) => <Icon size={18} stroke={1.7} />;

function useOrderTasks(shop: string | undefined) {
  const t = useTexts('dashboard');
  const common = useTexts('common');
  const { id: store } = useStore();
  const enabled = useMay()('seeOrders');
  const linkTo = useOrdersLink();
  const { data, error } = useRead(dashboardRoutes.work, { params: { store }, query: { shop } }, { enabled });
  const upTo = (count: number) => (count === data?.max ? `${number(count)}+` : number(count));
  const tasks: Task[] = (data?.statuses ?? []).map(({ status, label, orders }) => ({
    to: linkTo({ status }),
    icon: icon(IconReceipt),
    count: upTo(orders),
    text: t('work.orders', { count: orders, status: statusLabel(common, label).toLowerCase() }),
  }));
  if (data !== undefined && data.unpaid > 0)
    tasks.push({
      to: linkTo({ payment: 'pending' }),
      icon: icon(IconCoin),
      count: upTo(data.unpaid),
      text: t('work.unpaid', { count: data.unpaid }),
    });
  return { tasks, error, isPending: enabled && data === undefined && error === null };
}

function useStockTasks(shop: string | undefined) {
  const t = useTexts('dashboard');
  const { id: store } = useStore();
  const shops = useRead(shopRoutes.list, { params: { store }, query: { limit: 100 } }).data?.items;
  const { data, error } = useRead(dashboardRoutes.lowStock, { params: { store }, query: { shop } });
  // A closed shop needs no stock.
  const closed = new Set((shops ?? []).filter(({ isActive }) => !isActive).map(({ id }) => id));
  const tasks = (data?.shops ?? [])
    .filter(({ id }) => !closed.has(id))
    .map(({ id, name, low }): Task => ({
      to: `/stores/${store}/stock?shop=${id}&filter=low`,
      icon: icon(IconPackages),
      count: low >= MAX_LOW ? `${number(low)}+` : number(low),
      text: t('work.stock', { count: low, shop: name }),
    }));
  return { tasks, error, isPending: data === undefined && error === null };
}

/** Apps whose webhook fails: their owner may not know yet. */
function useAppTasks() {
  const t = useTexts('dashboard');
  const { id: store } = useStore();
  const enabled = useMay()('apps');
  const { data, error } = useRead(appRoutes.list, { params: { store } }, { enabled });
  const failing = (data?.items ?? []).filter(
    ({ status, webhook }) => status === 'installed' && (webhook === 'failing' || webhook === 'disabled'),
  );
  const tasks: Task[] =
    failing.length === 0
      ? []
      : [
          {
            to: `/stores/${store}/apps`,
            icon: icon(IconAlertTriangle),
            count: number(failing.length),
            text: t('work.apps', { count: failing.length }),
            isUrgent: true,
          },
        ];
  return { tasks, error, isPending: enabled && data === undefined && error === null };
}

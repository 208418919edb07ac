import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { stockRoutes, type MovementKindName, type MovementLine } from '@commerce/console-api/routes/stock.ts';
import { useReadPages } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { nameOf } from './name-of.ts';

/** Stock ledger of a shop, or of one item there, newest first. */
export function Ledger({
  shop,
  product,
  variant,
  ...window
}: {
  shop: string;
  product?: string | undefined;
  variant?: string | undefined;
  kind?: MovementKindName | undefined;
  since?: string | undefined;
  until?: string | undefined;
}) {
  const t = useTexts('stock');
  const { id: store } = useStore();
  const movements = useReadPages(stockRoutes.movements, {
    params: { store },
    query: { shop, product, variant, ...window },
  });
  return (
    <DataTable
      label={t('ledger.title')}
      columns={useColumns(product === undefined)}
      pages={movements}
      empty={<EmptyState icon={<IconHistory />} title={t('ledger.empty')} about={t('ledger.emptyAbout')} />}
    />
  );
}

function useColumns(withProduct: boolean): Column<MovementLine>[] {
  const t = useTexts('stock');
  const columns: Column<MovementLine>[] = [
    {
      key: 'when',
      title: t('ledger.when'),
      phone: withProduct ? undefined : 'title',
      cell: (movement) => <Timestamp at={movement.createdAt} />,
    },
    {
      key: 'what',
      phone: 'under',
      title: t('ledger.what'),
      cell: (movement) => (
        <RowTitle
          second={[movement.reason, t(`actor.${movement.actorKind}`)].filter((part) => part).join(' · ')}
        >
          {t(`kind.${movement.kind}`)}
        </RowTitle>
      ),
    },
    {
      key: 'delta',
      phone: 'end',
      title: t('ledger.delta'),
      end: true,
      cell: ({ delta }) => (
        <Text fw={600} inherit>
          {delta > 0 ? `+${number(delta)}` : `−${number(-delta)}`}
        </Text>
      ),
    },
    {
      key: 'onHand',
      title: t('ledger.onHand'),
      phone: 'underEnd',
      end: true,
      cell: (movement) => number(movement.onHand),
    },
  ];
  if (withProduct)
    columns.splice(1, 0, {
      key: 'product',
      main: true,
      phone: 'title',
      title: t('field.product'),
      cell: (movement) => nameOf(t, movement),
    });
  return columns;
}

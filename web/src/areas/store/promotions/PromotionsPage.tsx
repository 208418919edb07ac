import { Button, Group, Tabs } from '@mantine/core';
import { IconDiscount, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { EditedPromotion } from '@commerce/console-api/routes/price-messages.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useAct, useRead, useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { money, number } from '../../../lib/format.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';

const STATES = ['running', 'coming', 'over'] as const;
type State = (typeof STATES)[number];

/** Promotions of the store, by state. */
export default function PromotionsPage() {
  const t = useTexts('promotions');
  const { id: store } = useStore();
  const may = useMay();
  const [param, setState] = useFilter('state');
  const state = STATES.find((name) => name === param) ?? 'running';
  const promotions = useReadPages(priceRoutes.promotions, { params: { store }, query: { state } });
  const add = may('editPrices') ? (
    <Button component={Link} to="new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('list.add')}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader wide title={t('list.title')} about={t('list.about')} actions={add} />
      <Tabs value={state} onChange={(value) => setState(value === 'running' ? null : value)} mb="md">
        <Tabs.List aria-label={t('list.title')}>
          {STATES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`state.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <DataTable
        label={t(`state.${state}`)}
        columns={useColumns(state)}
        pages={promotions}
        empty={
          <EmptyState
            icon={<IconDiscount />}
            title={t(`empty.${state}`)}
            about={state === 'over' ? undefined : t('list.emptyAbout')}
            action={state === 'over' ? undefined : add}
          />
        }
      />
    </>
  );
}

function useColumns(state: State): Column<EditedPromotion>[] {
  const t = useTexts('promotions');
  const may = useMay();
  const { id: store } = useStore();
  const shops = useRead(shopRoutes.list, { params: { store }, query: { limit: 100 } });
  const shopName = (id: string) => shops.data?.items.find((shop) => shop.id === id)?.name ?? id;
  const columns: Column<EditedPromotion>[] = [
    {
      key: 'name',
      title: t('field.name'),
      cell: (promotion) => <RowTitle to={promotion.id}>{promotion.name}</RowTitle>,
    },
    {
      key: 'discount',
      title: t('field.discount'),
      end: true,
      cell: ({ percentBp, amountCentavos }) =>
        percentBp === null ? money(amountCentavos ?? 0) : `${number(percentBp / 100)} %`,
    },
    {
      key: 'for',
      title: t('field.for'),
      cell: (promotion) => targetsOf(t, promotion),
    },
    {
      key: 'shops',
      priority: 3,
      title: t('field.shops'),
      cell: ({ shopIds }) => (shopIds.length === 0 ? t('list.allShops') : shopIds.map(shopName).join(', ')),
    },
    {
      key: 'starts',
      title: t('field.starts'),
      priority: 2,
      cell: ({ startsAt }) => <Timestamp at={startsAt} />,
    },
    {
      key: 'ends',
      title: t('field.ends'),
      cell: ({ endsAt }) => (endsAt === null ? t('list.noEnd') : <Timestamp at={endsAt} />),
    },
  ];
  if (may('editPrices') && state !== 'over')
    columns.push({
      key: 'end',
      title: '',
      end: true,
      cell: (promotion) => (
        <Group justify="flex-end">
          <EndButton promotion={promotion} state={state} />
        </Group>
      ),
    });
  return columns;
}

function targetsOf(t: ReturnType<typeof useTexts>, promotion: EditedPromotion): string {
  const { productIds, categoryIds, brandIds } = promotion;
  return [
    productIds.length > 0 ? t('list.products', { count: productIds.length }) : '',
    categoryIds.length > 0 ? t('list.categories', { count: categoryIds.length }) : '',
    brandIds.length > 0 ? t('list.brands', { count: brandIds.length }) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function EndButton({ promotion, state }: { promotion: EditedPromotion; state: State }) {
  const t = useTexts('promotions');
  const { id: store } = useStore();
  const act = useAct(priceRoutes.endPromotion, {
    invalidates: [priceRoutes.promotions, priceRoutes.promotion],
    onSuccess: () => notifyDone(state === 'coming' ? t('end.removed') : t('end.ended')),
  });
  const mutateAsync = () => act.mutateAsync({ params: { store, promotion: promotion.id } });
  return (
    <ConfirmButton
      label={state === 'coming' ? t('end.remove') : t('end.end')}
      title={t('end.title', { name: promotion.name })}
      about={state === 'coming' ? t('end.removeAbout') : t('end.endAbout')}
      act={{ ...act, mutateAsync }}
      size="xs"
      variant="subtle"
    />
  );
}

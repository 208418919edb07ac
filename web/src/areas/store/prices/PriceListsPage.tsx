import { useState } from 'react';
import { Button, Card, Group, Select, Stack, Text, Title } from '@mantine/core';
import { IconPlus, IconTags } from '@tabler/icons-react';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useAct, useRead, type Pages } from '../../../lib/api.ts';
import { money } from '../../../lib/format.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { signedPercent } from './percent.ts';
import { PriceListModal } from './PriceListModal.tsx';
import { PriceTabs } from './PriceTabs.tsx';

type Lists = AnswerOf<typeof priceRoutes.lists>;
type PriceList = Lists['items'][number];

/** The store's price lists, and the list of each shop. */
export default function PriceListsPage() {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const may = useMay();
  const lists = useRead(priceRoutes.lists, { params: { store } });
  const [edited, setEdited] = useState<PriceList | 'new' | null>(null);
  const items = lists.data?.items;
  const pages: Pages<PriceList> = {
    items,
    isPending: lists.isPending,
    isStale: false,
    error: lists.error,
    refetch: () => void lists.refetch(),
    hasMore: false,
    isReadingMore: false,
    more: () => undefined,
  };
  const add = may('editPrices') ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('lists.add')}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader wide title={t('lists.title')} about={t('lists.about')} actions={add} />
      <PriceTabs />
      <DataTable
        label={t('lists.title')}
        columns={useColumns(lists.data, setEdited)}
        pages={pages}
        empty={
          <EmptyState
            icon={<IconTags />}
            title={t('lists.empty')}
            about={t('lists.emptyAbout')}
            action={add}
          />
        }
      />
      {lists.data === undefined ? null : <ShopLists lists={lists.data} />}
      {edited === null ? null : (
        <PriceListModal
          lists={items ?? []}
          list={edited === 'new' ? undefined : edited}
          close={() => setEdited(null)}
        />
      )}
    </>
  );
}

function useColumns(lists: Lists | undefined, edit: (list: PriceList) => void): Column<PriceList>[] {
  const t = useTexts('prices');
  const may = useMay();
  const nameOf = (id: string) => lists?.items.find((list) => list.id === id)?.name ?? '';
  const columns: Column<PriceList>[] = [
    {
      key: 'name',
      title: t('lists.name'),
      cell: (list) => <RowTitle to={list.id}>{list.name}</RowTitle>,
    },
    {
      key: 'rule',
      title: t('lists.rule'),
      main: true,
      cell: ({ rule }) => {
        if (rule === undefined) return t('lists.fixedOnly');
        const percent = signedPercent(rule.percentBp);
        const over =
          rule.overListId === undefined
            ? t('lists.overBase', { percent })
            : t('lists.overList', { percent, name: nameOf(rule.overListId) });
        return rule.roundingCentavos === 1
          ? over
          : `${over}, ${t('lists.rounded', { amount: money(rule.roundingCentavos) })}`;
      },
    },
  ];
  if (may('editPrices'))
    columns.push({
      key: 'actions',
      title: '',
      end: true,
      cell: (list) => (
        <Group gap="xs" justify="flex-end">
          <Button
            variant="subtle"
            size="xs"
            aria-label={t('list.editOf', { name: list.name })}
            onClick={() => edit(list)}
          >
            {t('list.edit')}
          </Button>
          <DeleteList list={list} />
        </Group>
      ),
    });
  return columns;
}

function DeleteList({ list }: { list: PriceList }) {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const act = useAct(priceRoutes.deleteList, {
    invalidates: [priceRoutes.lists],
    onSuccess: () => notifyDone(t('lists.deleted')),
  });
  const mutateAsync = () => act.mutateAsync({ params: { store, list: list.id } });
  return (
    <ConfirmButton
      label={t('lists.delete')}
      title={t('lists.deleteTitle', { name: list.name })}
      about={t('lists.deleteAbout')}
      act={{ ...act, mutateAsync }}
      size="xs"
      variant="subtle"
    />
  );
}

/** Price list of each shop. */
function ShopLists({ lists }: { lists: Lists }) {
  const t = useTexts('prices');
  const common = useTexts('common');
  const { id: store } = useStore();
  const may = useMay();
  const { data } = useRead(shopRoutes.list, { params: { store }, query: { limit: 100 } });
  const act = useAct(priceRoutes.setShopList, {
    invalidates: [priceRoutes.lists],
    onSuccess: () => notifyDone(t('lists.shopSaved')),
  });
  if (data === undefined || lists.items.length === 0) return null;
  return (
    <Card withBorder mt="lg" component="section">
      <Stack>
        <div>
          <Title order={2} size="h5">
            {t('lists.shops')}
          </Title>
          <Text c="dimmed" size="sm">
            {t('lists.shopsAbout')}
          </Text>
        </div>
        <ActError error={act.error} />
        <Group align="flex-start">
          {data.items.map((shop) => (
            <Select
              key={shop.id}
              label={shop.name}
              placeholder={t('lists.noList')}
              data={lists.items.map(({ id, name }) => ({ value: id, label: name }))}
              value={lists.shopDefaults.find(({ shopId }) => shopId === shop.id)?.priceListId ?? null}
              onChange={(priceListId) =>
                act.mutate({ params: { store, shop: shop.id }, body: { priceListId } })
              }
              clearable
              clearButtonProps={{ 'aria-label': common('clear') }}
              disabled={!may('editPrices') || act.isPending}
              w={260}
            />
          ))}
        </Group>
      </Stack>
    </Card>
  );
}

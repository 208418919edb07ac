import { useState } from 'react';
import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useAct, useRead, useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { notifyDone, notifyFailed } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { ProductPicker, type PickedProduct } from './ProductPicker.tsx';
import { VariantPicker } from './VariantPicker.tsx';

type Entry = AnswerOf<typeof priceRoutes.entries>['items'][number];

/** Fixed prices of a list. */
export default function PriceListPage() {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const { list = '' } = useParams();
  const may = useMay();
  const [q] = useFilter('q');
  const lists = useRead(priceRoutes.lists, { params: { store } });
  const entries = useReadPages(priceRoutes.entries, {
    params: { store, list },
    query: { q: q || undefined },
  });
  const name = lists.data?.items.find(({ id }) => id === list)?.name ?? '';
  return (
    <>
      <PageHeader
        title={name === '' ? t('entries.title') : name}
        about={
          <>
            {t('entries.about')}{' '}
            <Anchor component={Link} to={`/stores/${store}/price-lists`} inherit underline="always">
              {t('entries.back')}
            </Anchor>
          </>
        }
      />
      {may('editPrices') ? <NewEntry list={list} /> : null}
      <FilterBar label={t('list.search')} />
      <DataTable
        label={t('entries.title')}
        columns={useColumns(list)}
        pages={entries}
        empty={
          <EmptyState
            icon={<IconTags />}
            title={q === '' ? t('entries.empty') : t('list.none')}
            about={q === '' ? t('entries.emptyAbout') : t('list.noneAbout')}
          />
        }
      />
    </>
  );
}

function useColumns(list: string): Column<Entry>[] {
  const t = useTexts('prices');
  const may = useMay();
  const columns: Column<Entry>[] = [
    {
      key: 'name',
      title: t('field.product'),
      cell: (entry) => (
        <Text fw={600} inherit>
          {entry.productName || entry.productId}
        </Text>
      ),
    },
    {
      key: 'variant',
      title: t('field.variant'),
      cell: (entry) => entry.variantName || (entry.variantId ?? t('entries.whole')),
    },
    {
      key: 'price',
      title: t('field.price'),
      end: true,
      cell: (entry) => <Money centavos={entry.priceCentavos} />,
    },
  ];
  if (may('editPrices'))
    columns.push({
      key: 'remove',
      title: '',
      end: true,
      cell: (entry) => <RemoveEntry list={list} entry={entry} />,
    });
  return columns;
}

function RemoveEntry({ list, entry }: { list: string; entry: Entry }) {
  const t = useTexts('prices');
  const common = useTexts('common');
  const { id: store } = useStore();
  const remove = useAct(priceRoutes.removeEntries, {
    invalidates: [priceRoutes.entries],
    onSuccess: () => notifyDone(t('entries.removed')),
    onError: (error) => notifyFailed(errorText(common, error)),
  });
  const { productId, variantId = null, productName } = entry;
  return (
    <Button
      variant="subtle"
      color="red"
      size="xs"
      aria-label={t('entries.removeOf', { name: productName })}
      loading={remove.isPending}
      onClick={() =>
        remove.mutate({ params: { store, list }, body: { entries: [{ productId, variantId }] } })
      }
    >
      {t('entries.remove')}
    </Button>
  );
}

function NewEntry({ list }: { list: string }) {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const [product, setProduct] = useState<PickedProduct | null>(null);
  const [variantId, setVariant] = useState<string | null>(null);
  const [priceCentavos, setPrice] = useState<number | null>(null);
  const act = useAct(priceRoutes.setEntries, {
    invalidates: [priceRoutes.entries],
    onSuccess: () => {
      notifyDone(t('entries.saved'));
      setProduct(null);
      setVariant(null);
      setPrice(null);
    },
  });
  useUnsaved(product !== null || priceCentavos !== null, { keepsOnSearch: true });
  const save = () => {
    if (product === null || priceCentavos === null) return;
    const entries = [{ productId: product.id, variantId, priceCentavos }];
    act.mutate({ params: { store, list }, body: { entries } });
  };
  return (
    <Card withBorder mb="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('entries.add')}
        </Title>
        <PlainForm onSave={save}>
          <Group align="flex-start">
            <ProductPicker
              value={product}
              onPick={(picked) => {
                setProduct(picked);
                setVariant(null);
              }}
              flex="1 1 16rem"
            />
            <VariantPicker productId={product?.id} value={variantId} onPick={setVariant} optional />
            <MoneyInput label={t('field.price')} value={priceCentavos} onChange={setPrice} w={160} />
            <Button
              type="submit"
              mt={25}
              loading={act.isPending}
              disabled={product === null || priceCentavos === null}
            >
              {t('entries.save')}
            </Button>
          </Group>
        </PlainForm>
        <ActError error={act.error} />
      </Stack>
    </Card>
  );
}

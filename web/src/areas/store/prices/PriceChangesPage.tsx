import { useState } from 'react';
import { Button, Card, Grid, Group, SegmentedControl, Select, Stack, Title } from '@mantine/core';
import { priceRoutes, type PriceChangeBody } from '@commerce/console-api/routes/prices.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { AMOUNT, PERCENT } from '../../../lib/number-text.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { categoryChoices, useBrands, useCategories } from '../products/labels.ts';
import type { Rounding } from './percent.ts';
import { RoundingSelect } from './PriceListModal.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { PriceTabs } from './PriceTabs.tsx';
import { RecentChanges } from './RecentChanges.tsx';

interface Values {
  target: PriceChangeBody['target'];
  priceListId: string | null;
  by: 'all' | 'category' | 'brand';
  category: string | null;
  brand: string | null;
  unit: 'percent' | 'amount';
  /** Hundredths of a percent, or centavos. */
  value: number | null;
  rounding: string | null;
}

// Negative values lower prices.
const CHANGE_PERCENT = { ...PERCENT, min: -9_999, max: 100_000 };
const CHANGE_AMOUNT = { ...AMOUNT, min: -AMOUNT.max };

const EMPTY: Values = {
  target: 'prices',
  priceListId: null,
  by: 'all',
  category: null,
  brand: null,
  unit: 'percent',
  value: null,
  rounding: '1',
};

/** Request body of the form; undefined while something is missing. */
function bodyOf(values: Values): PriceChangeBody | undefined {
  const { target, priceListId, by, unit, value, rounding } = values;
  const id = values[by === 'all' ? 'category' : by];
  if (value === null || value === 0 || (by !== 'all' && id === null)) return undefined;
  if (target === 'price_list' && priceListId === null) return undefined;
  return {
    target,
    priceListId: target === 'price_list' ? priceListId : null,
    products: by === 'all' ? { by } : { by, id: id! },
    percentBp: unit === 'percent' ? value : null,
    amountCentavos: unit === 'amount' ? value : null,
    roundingCentavos: Number(rounding ?? 1) as Rounding,
  };
}

/** Bulk price changes, with a preview first. */
export default function PriceChangesPage() {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const [previewed, setPreviewed] = useState<PriceChangeBody | null>(null);
  const form = useForm<Values>({ initialValues: EMPTY, onValuesChange: () => setPreviewed(null) });
  const preview = useAct(priceRoutes.previewChange);
  const start = useAct(priceRoutes.startChange, {
    invalidates: [priceRoutes.changes],
    onSuccess: () => {
      notifyDone(t('changes.started'));
      form.resetDirty();
      setPreviewed(null);
    },
  });
  const body = bodyOf(form.values);
  const show = () => {
    if (body === undefined) return;
    preview.mutate({ params: { store }, body }, { onSuccess: () => setPreviewed(body) });
  };
  return (
    <>
      <PageHeader wide title={t('changes.title')} about={t('changes.about')} />
      <PriceTabs />
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card withBorder component="section">
            <form onSubmit={form.onSubmit(show)} noValidate>
              <Stack>
                <FormProblems error={preview.error} form={form} />
                <TargetFields form={form} />
                <AmountFields form={form} />
                <Group justify="flex-end">
                  <Button type="submit" disabled={body === undefined} loading={preview.isPending}>
                    {t('changes.preview')}
                  </Button>
                </Group>
              </Stack>
            </form>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          {previewed === null || preview.data === undefined ? null : (
            <ChangePreview
              preview={preview.data}
              error={start.error}
              isPending={start.isPending}
              start={() => start.mutate({ params: { store }, body: previewed })}
            />
          )}
          <Title order={2} size="h5" mb="sm">
            {t('changes.recent')}
          </Title>
          <RecentChanges />
        </Grid.Col>
      </Grid>
    </>
  );
}

type Form = ReturnType<typeof useForm<Values>>;

function TargetFields({ form }: { form: Form }) {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const may = useMay();
  const lists = useRead(priceRoutes.lists, { params: { store } });
  const categories = categoryChoices(useCategories(store).items ?? []);
  const brands = useBrands(store).items ?? [];
  const targets = (['prices', 'costs', 'price_list'] as const).filter(
    (target) => target !== 'costs' || may('seeCosts'),
  );
  const { target, by } = form.values;
  return (
    <>
      <Select
        label={t('changes.target')}
        data={targets.map((value) => ({ value, label: t(`changes.targets.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('target')}
      />
      {target === 'price_list' ? (
        <Select
          label={t('lists.name')}
          data={(lists.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          required
          {...form.getInputProps('priceListId')}
        />
      ) : null}
      <Select
        label={t('changes.products')}
        data={(['all', 'category', 'brand'] as const).map((value) => ({
          value,
          label: t(`changes.by.${value}`),
        }))}
        allowDeselect={false}
        {...form.getInputProps('by')}
      />
      {by === 'category' ? (
        <Select
          label={t('changes.category')}
          description={t('changes.categoryAbout')}
          data={categories.map(({ value, label }) => ({ value, label }))}
          searchable
          required
          {...form.getInputProps('category')}
        />
      ) : null}
      {by === 'brand' ? (
        <Select
          label={t('changes.brand')}
          data={brands.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          required
          {...form.getInputProps('brand')}
        />
      ) : null}
    </>
  );
}

function AmountFields({ form }: { form: Form }) {
  const t = useTexts('prices');
  const isPercent = form.values.unit === 'percent';
  return (
    <>
      <SegmentedControl
        aria-label={t('changes.unit')}
        data={[
          { value: 'percent', label: t('changes.percent') },
          { value: 'amount', label: t('changes.amount') },
        ]}
        {...form.getInputProps('unit')}
      />
      <NumberField
        key={form.values.unit}
        rule={isPercent ? CHANGE_PERCENT : CHANGE_AMOUNT}
        label={t('changes.value')}
        description={t('changes.valueAbout')}
        required
        value={form.values.value}
        onChange={(value) => form.setFieldValue('value', value)}
        error={form.errors['value']}
      />
      <RoundingSelect {...form.getInputProps('rounding')} />
    </>
  );
}

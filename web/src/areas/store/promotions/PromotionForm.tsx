import { Button, Card, Grid, SegmentedControl, Stack, TextInput, Title } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { EditedPromotion } from '@commerce/console-api/routes/price-messages.ts';
import { priceRoutes, type PromotionBody } from '@commerce/console-api/routes/prices.ts';
import { useAct, useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { AMOUNT, PERCENT } from '../../../lib/number-text.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ChangedPromotion } from './ChangedPromotion.tsx';
import type { PromotionFormOf, PromotionValues } from './promotion-form.ts';
import { TargetFields } from './TargetFields.tsx';
import { fromLocalTime, toLocalTime } from './local-time.ts';

function valuesOf(promotion: EditedPromotion | undefined): PromotionValues {
  if (promotion === undefined)
    return {
      name: '',
      unit: 'percent',
      value: null,
      products: [],
      categoryIds: [],
      brandIds: [],
      shopIds: [],
      startsAt: toLocalTime(new Date().toISOString()),
      endsAt: '',
    };
  const { name, percentBp, amountCentavos, names, categoryIds, brandIds, shopIds, startsAt, endsAt } =
    promotion;
  return {
    name,
    unit: percentBp === null ? 'amount' : 'percent',
    value: percentBp ?? amountCentavos,
    products: promotion.productIds.map((id) => ({ id, name: names[id] ?? id })),
    categoryIds,
    brandIds,
    shopIds,
    startsAt: toLocalTime(startsAt),
    endsAt: endsAt === null ? '' : toLocalTime(endsAt),
  };
}

function bodyOf({ unit, value, products, startsAt, endsAt, ...rest }: PromotionValues): PromotionBody {
  return {
    ...rest,
    percentBp: unit === 'percent' ? value : null,
    amountCentavos: unit === 'amount' ? value : null,
    productIds: products.map(({ id }) => id),
    startsAt: fromLocalTime(startsAt) ?? '',
    endsAt: endsAt === '' ? null : (fromLocalTime(endsAt) ?? ''),
  };
}

function useEditPromotion(promotion: EditedPromotion | undefined) {
  const t = useTexts('promotions');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const done = {
    invalidates: [priceRoutes.promotions, priceRoutes.promotion],
    onSuccess: () => {
      notifyDone(t('form.saved'));
      void navigate(`/stores/${store}/promotions`);
    },
  };
  const create = useAct(priceRoutes.createPromotion, done);
  const update = useAct(priceRoutes.updatePromotion, done);
  const readNow = useReadNow();
  const params = { store, promotion: promotion?.id ?? '' };
  const edit = useEditForm<EditedPromotion | undefined, PromotionValues>({
    entity: promotion,
    versionOf: (one) => one?.version ?? '',
    valuesOf,
    groups: { discount: ['unit', 'value'] },
    read: () => readNow(priceRoutes.promotion, { params }),
    save: (values, base) =>
      base === undefined
        ? create.mutateAsync({ params: { store }, body: bodyOf(values) })
        : update.mutateAsync({ params, body: { ...bodyOf(values), version: base.version } }),
    validate: {
      name: (name) => (name.trim() === '' ? t('form.required') : null),
      value: (value) => (value !== null && value > 0 ? null : t('form.required')),
      startsAt: (text) => (fromLocalTime(text) === undefined ? t('form.required') : null),
      endsAt: (text, { startsAt }) => (text === '' || text > startsAt ? null : t('form.endsFirst')),
      products: (products, { categoryIds, brandIds }) =>
        products.length + categoryIds.length + brandIds.length === 0 ? t('form.forNothing') : null,
    },
  });
  const { isPending, error } = promotion === undefined ? create : update;
  return { ...edit, isPending, error };
}

export function PromotionForm({ promotion }: { promotion?: EditedPromotion }) {
  const t = useTexts('promotions');
  const common = useTexts('common');
  const readOnly = !useMay()('editPrices');
  const { form, versioned, isPending, error } = useEditPromotion(promotion);
  return (
    <form onSubmit={form.onSubmit(versioned.save)} noValidate>
      <ChangedPromotion versioned={versioned} />
      <PageHeader
        title={promotion?.name ?? t('form.new')}
        actions={
          readOnly ? null : (
            <Button type="submit" loading={isPending}>
              {common('save')}
            </Button>
          )
        }
      />
      <FormProblems error={error} form={form} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <GeneralFields form={form} readOnly={readOnly} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <TargetFields form={form} readOnly={readOnly} />
        </Grid.Col>
      </Grid>
    </form>
  );
}

function GeneralFields({ form, readOnly }: { form: PromotionFormOf; readOnly: boolean }) {
  const t = useTexts('promotions');
  const field = (name: string) => ({ ...form.getInputProps(name), readOnly });
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('form.general')}
        </Title>
        <TextInput label={t('field.name')} maxLength={200} required {...field('name')} />
        <SegmentedControl
          aria-label={t('form.unit')}
          data={[
            { value: 'percent', label: t('form.percent') },
            { value: 'amount', label: t('form.amount') },
          ]}
          readOnly={readOnly}
          {...form.getInputProps('unit')}
        />
        <NumberField
          key={form.values.unit}
          rule={form.values.unit === 'percent' ? PERCENT : AMOUNT}
          label={t('field.discount')}
          description={t('form.discountAbout')}
          required
          readOnly={readOnly}
          value={form.values.value}
          onChange={(value) => form.setFieldValue('value', value)}
          error={form.errors['value']}
        />
        <TextInput
          label={t('field.starts')}
          description={t('form.zone')}
          type="datetime-local"
          required
          {...field('startsAt')}
        />
        <TextInput
          label={t('field.ends')}
          description={t('form.endsAbout')}
          type="datetime-local"
          {...field('endsAt')}
        />
      </Stack>
    </Card>
  );
}

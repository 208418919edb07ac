import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Card, Grid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMay } from '../../../../lib/session.tsx';
import { useTexts } from '../../../../lib/texts.ts';
import { Timestamp } from '../../../../ui/Timestamp.tsx';
import { ProductImages } from '../ProductImages.tsx';
import { useWithoutPriceQuestion } from '../without-price.tsx';
import { AmountFields } from './AmountFields.tsx';
import { ChangedProduct } from './ChangedProduct.tsx';
import { OptionFields } from './OptionFields.tsx';
import { rowName } from './options.ts';
import { SaleFields } from './SaleFields.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SaveFailure } from './SaveFailure.tsx';
import { SortingFields } from './SortingFields.tsx';
import { StockFields, type ShopName } from './StockFields.tsx';
import { TextFields } from './TextFields.tsx';
import { useProductEditor } from './use-product-editor.ts';
import {
  countedOf,
  isVisible,
  lacksPrice,
  valuesOf,
  type ChangeValues,
  type Loaded,
  type ProductValues,
} from './values.ts';
import type { GridAccess } from './VariantsGrid.tsx';

const loadGrid = () => import('./VariantsGrid.tsx');
const VariantsGrid = lazy(loadGrid);

/** Everything about a product on one page, saved together. @param loaded undefined for a new product */
export function ProductEditor({ loaded, shops }: { loaded: Loaded | undefined; shops: ShopName[] }) {
  const { form, versioned, entity, failure, isPending } = useProductEditor(
    loaded,
    shops.map(({ id }) => id),
  );
  const { confirmPublish, question } = useWithoutPriceQuestion({ isPending, error: failure?.cause });
  // Discarding input also clears texts that are not valid values yet.
  const [generation, setGeneration] = useState(0);
  const { setValues } = form;
  const change: ChangeValues = useCallback(
    (next) => setValues((now) => next(now as ProductValues)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- changes the values as they are by then
    [],
  );
  const save = (values: ProductValues) =>
    confirmPublish(sellsUnpriced(values) && !sellsUnpriced(valuesOf(entity)) ? 1 : 0, versioned.save);
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <ChangedProduct versioned={versioned} shops={shops} />
      {failure !== undefined && versioned.conflict === undefined ? (
        <SaveFailure failure={failure} form={form} />
      ) : null}
      <Fields key={generation} {...{ form, change, entity, shops }} isNew={loaded === undefined} />
      <SaveBar
        isShown={versioned.isDirty || isPending}
        isPending={isPending}
        discard={() => {
          versioned.reset();
          form.clearErrors();
          setGeneration((count) => count + 1);
        }}
      />
      {question}
    </form>
  );
}

const sellsUnpriced = (values: ProductValues): boolean => isVisible(values) && lacksPrice(values);

interface FieldsProps {
  form: ReturnType<typeof useProductEditor>['form'];
  change: ChangeValues;
  entity: Loaded;
  shops: ShopName[];
  isNew: boolean;
}

function Fields({ form, change, entity, shops, isNew }: FieldsProps) {
  const t = useTexts('products');
  const may = useMay();
  const access: GridAccess = {
    product: may('editProducts'),
    prices: may('editPrices'),
    stock: may('editStock'),
    costs: may('seeCosts'),
  };
  const { values, errors } = form;
  const { rows, shopIds } = values;
  const readOnly = !access.product;
  const selling = shops.filter(({ id }) => shopIds.length === 0 || shopIds.includes(id));
  const hasVariants = rows.length > 0;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack>
          <TextFields form={form} readOnly={readOnly} isNew={isNew} hasVariants={hasVariants} />
          {hasVariants ? null : (
            <>
              <AmountFields
                values={values}
                change={change}
                hadPrice={entity.amounts.priceCentavos > 0}
                readOnly={!access.prices}
                seesCosts={access.costs}
              />
              {values.isService || selling.length === 0 ? null : (
                <StockFields
                  values={values}
                  change={change}
                  shops={selling}
                  counted={countedOf(entity)}
                  readOnly={!access.stock}
                />
              )}
            </>
          )}
          <ProductImages
            product={{
              id: entity.product.id,
              variants: rows.map((row) => ({ id: row.key, name: rowName(row) })),
            }}
            value={values}
            onChange={(next) => change((now) => ({ ...now, ...next(now) }))}
            errorOf={(at) => errors[`images.${at}`]}
            readOnly={readOnly}
          />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack>
          <SaleFields
            form={form}
            mayBeDraft={isNew || entity.isDraft}
            hasVariants={hasVariants}
            readOnly={readOnly}
          />
          <SortingFields form={form} readOnly={readOnly} />
          {isNew ? null : (
            <Text size="sm" c="dimmed">
              {t('form.updated')} <Timestamp at={entity.product.updatedAt} />
            </Text>
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={12}>
        <Variants form={form} change={change} entity={entity} shops={selling} access={access} />
      </Grid.Col>
    </Grid>
  );
}

function Variants({
  form: { values, errors },
  change,
  entity,
  shops,
  access,
}: Omit<FieldsProps, 'isNew'> & { access: GridAccess }) {
  const t = useTexts('products');
  useEffect(() => {
    // Preloaded, so that it is available after a new version of the pages was deployed.
    loadGrid().catch(() => undefined);
  }, []);
  const { rows } = values;
  const { amounts, product } = entity;
  const priced = new Set(
    amounts.variants.filter(({ priceCentavos }) => priceCentavos > 0).map(({ variantId }) => variantId),
  );
  const kept = new Set(rows.map(({ id }) => id));
  const removed = product.variants.filter(({ id }) => !kept.has(id)).length;
  return (
    <Card withBorder component="section" aria-label={t('tab.variants')}>
      <Stack>
        <Title order={2} size="h5">
          {t('tab.variants')}
        </Title>
        {access.product ? (
          <OptionFields
            values={values}
            change={change}
            mayPrice={access.prices}
            errorOf={(at) => errors[`axes.${at}`]}
          />
        ) : null}
        {rows.length === 0 ? null : (
          <Suspense fallback={<Skeleton height={160} />}>
            <VariantsGrid {...{ values, change, shops, priced, access }} counted={countedOf(entity)} />
          </Suspense>
        )}
        {errors['rows'] ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errors['rows']}
          </Text>
        ) : null}
        {removed > 0 ? (
          <Text size="sm" role="status">
            {t('variants.removed', { count: removed })}
          </Text>
        ) : null}
      </Stack>
    </Card>
  );
}

import { Card, MultiSelect, Stack, TagsInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useReadPages } from '../../../../lib/api.ts';
import { useStore } from '../../../../lib/session.tsx';
import { useTexts } from '../../../../lib/texts.ts';
import { categoryChoices, useBrands, useCategories } from '../labels.ts';
import type { ProductValues } from './values.ts';

/** Categories, brands, tags and shops of a product. */
export function SortingFields({
  form,
  readOnly,
}: {
  form: UseFormReturnType<ProductValues>;
  readOnly: boolean;
}) {
  const t = useTexts('products');
  const { id: store } = useStore();
  const categories = categoryChoices(useCategories(store).items ?? []).map(({ value, label }) => ({
    value,
    label,
  }));
  const brands = (useBrands(store).items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const shops = useReadPages(shopRoutes.list, { params: { store }, query: { limit: 100 } });
  const choices = (shops.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const common = {
    searchable: true,
    hidePickedOptions: true,
    readOnly,
    nothingFoundMessage: t('form.nothing'),
  };
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('form.sorting')}
        </Title>
        <MultiSelect
          label={t('field.categories')}
          data={categories}
          {...common}
          {...form.getInputProps('categoryIds')}
        />
        <MultiSelect
          label={t('field.brands')}
          data={brands}
          {...common}
          {...form.getInputProps('brandIds')}
        />
        <TagsInput
          label={t('field.tags')}
          maxTags={250}
          maxLength={64}
          readOnly={readOnly}
          {...form.getInputProps('tags')}
        />
        <MultiSelect
          label={t('field.shops')}
          description={t('form.shopsAbout')}
          data={choices}
          {...common}
          {...form.getInputProps('shopIds')}
        />
      </Stack>
    </Card>
  );
}

import { Card, CloseButton, Group, Input, List, MultiSelect, Stack, Text, Title } from '@mantine/core';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ProductPicker } from '../prices/ProductPicker.tsx';
import { categoryChoices, useBrands, useCategories } from '../products/labels.ts';
import type { PromotionFormOf } from './promotion-form.ts';

/** Targets of a promotion, and the shops where it applies. */
export function TargetFields({ form, readOnly }: { form: PromotionFormOf; readOnly: boolean }) {
  const t = useTexts('promotions');
  const { id: store } = useStore();
  const categories = categoryChoices(useCategories(store).items ?? []);
  const brands = useBrands(store).items ?? [];
  const shops = useRead(shopRoutes.list, { params: { store }, query: { limit: 100 } });
  const field = (name: string) => ({ ...form.getInputProps(name), readOnly });
  return (
    <Card withBorder component="section">
      <Stack>
        <div>
          <Title order={2} size="h5">
            {t('form.for')}
          </Title>
          <Text c="dimmed" size="sm">
            {t('form.forAbout')}
          </Text>
        </div>
        <MultiSelect
          label={t('form.categories')}
          description={t('form.categoriesAbout')}
          data={categories.map(({ value, label }) => ({ value, label }))}
          searchable
          {...field('categoryIds')}
        />
        <MultiSelect
          label={t('form.brands')}
          data={brands.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          {...field('brandIds')}
        />
        <ProductFields form={form} readOnly={readOnly} />
        <MultiSelect
          label={t('field.shops')}
          description={t('form.shopsAbout')}
          data={(shops.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...field('shopIds')}
        />
      </Stack>
    </Card>
  );
}

function ProductFields({ form, readOnly }: { form: PromotionFormOf; readOnly: boolean }) {
  const t = useTexts('promotions');
  const { products } = form.values;
  const error = form.errors['products'];
  const set = (next: typeof products) => form.setFieldValue('products', next);
  return (
    <div>
      {readOnly ? (
        <Input.Label>{t('form.products')}</Input.Label>
      ) : (
        <ProductPicker
          key={products.length}
          label={t('form.products')}
          value={null}
          error={error}
          onPick={(product) => {
            if (product !== null && !products.some(({ id }) => id === product.id))
              set([...products, product]);
          }}
        />
      )}
      {products.length === 0 ? null : (
        <List listStyleType="none" mt="xs" spacing={2} mah={240} style={{ overflowY: 'auto' }}>
          {products.map(({ id, name }) => (
            <List.Item key={id} styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}>
              <Group justify="space-between" wrap="nowrap">
                <Text size="sm">{name}</Text>
                {readOnly ? null : (
                  <CloseButton
                    size="sm"
                    aria-label={t('form.removeProduct', { name })}
                    onClick={() => set(products.filter((each) => each.id !== id))}
                  />
                )}
              </Group>
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}

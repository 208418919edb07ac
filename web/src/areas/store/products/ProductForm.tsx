import { Button, Card, Grid, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { useAct, useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { ChangedProduct } from './ChangedProduct.tsx';
import { changesOf, valuesOf, type Product, type ProductValues } from './product-form.ts';
import { ProductImages } from './ProductImages.tsx';
import { SaleFields } from './SaleFields.tsx';
import { SortingFields } from './SortingFields.tsx';
import { hasNoPrice, isVisible, useWithoutPriceQuestion } from './without-price.tsx';

/** Fields of a product except its variants, saved together. */
export function ProductForm({ product }: { product: Product }) {
  const t = useTexts('products');
  const common = useTexts('common');
  const { id: store } = useStore();
  const readOnly = !useMay()('editProducts');
  const act = useAct(productRoutes.update, {
    invalidates: [productRoutes.list, productRoutes.get],
    onSuccess: () => notifyDone(t('form.saved')),
  });
  const readNow = useReadNow();
  const params = { store, product: product.id };
  const { form, versioned } = useEditForm<Product, ProductValues>({
    entity: product,
    versionOf: ({ updatedAt }) => updatedAt,
    valuesOf,
    read: async () => (await readNow(productRoutes.get, { params })).product,
    save: (values, base) =>
      act.mutateAsync({ params, body: { ...changesOf(base, values), version: base.updatedAt } }),
  });
  const { confirmPublish, question } = useWithoutPriceQuestion(act);
  const save = (values: ProductValues) => {
    const becomesVisible = isVisible(values) && !isVisible(product);
    confirmPublish(becomesVisible && hasNoPrice(product) ? 1 : 0, versioned.save);
  };
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <ChangedProduct versioned={versioned} />
      <FormProblems error={act.error} form={form} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack>
            <Texts form={form} readOnly={readOnly} />
            <ProductImages
              product={product}
              value={form.values}
              onChange={(change) => form.setValues((before) => change(before as ProductValues))}
              errorOf={(at) => form.errors[`images.${at}`]}
              readOnly={readOnly}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack>
            <SaleFields form={form} product={product} readOnly={readOnly} />
            <SortingFields form={form} readOnly={readOnly} />
            <Text size="sm" c="dimmed">
              {t('form.updated')} <Timestamp at={product.updatedAt} />
            </Text>
          </Stack>
        </Grid.Col>
      </Grid>
      {readOnly ? null : (
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={act.isPending} disabled={!versioned.isDirty}>
            {common('save')}
          </Button>
        </Group>
      )}
      {question}
    </form>
  );
}

function Texts({ form, readOnly }: { form: UseFormReturnType<ProductValues>; readOnly: boolean }) {
  const t = useTexts('products');
  const field = (name: string) => ({ ...form.getInputProps(name), readOnly });
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('form.texts')}
        </Title>
        <TextInput label={t('field.name')} maxLength={255} required {...field('name')} />
        <TextInput
          label={t('field.slug')}
          description={t('form.slugAbout')}
          maxLength={200}
          required
          {...field('slug')}
        />
        <Textarea
          label={t('field.shortDescription')}
          maxLength={500}
          autosize
          minRows={2}
          {...field('shortDescription')}
        />
        <Textarea
          label={t('field.description')}
          maxLength={65_536}
          autosize
          minRows={6}
          maxRows={20}
          {...field('description')}
        />
        <Group grow align="flex-start">
          <TextInput label={t('field.sku')} maxLength={64} {...field('sku')} />
          <TextInput label={t('field.barcode')} maxLength={64} {...field('barcode')} />
        </Group>
      </Stack>
    </Card>
  );
}

import { Card, Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTexts } from '../../../../lib/texts.ts';
import type { ProductValues } from './values.ts';

/** Name, descriptions and codes of a product. */
export function TextFields({
  form,
  readOnly,
  isNew,
  hasVariants,
}: {
  form: UseFormReturnType<ProductValues>;
  readOnly: boolean;
  isNew: boolean;
  hasVariants: boolean;
}) {
  const t = useTexts('products');
  const field = (name: string) => ({ ...form.getInputProps(name), readOnly });
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('form.texts')}
        </Title>
        <TextInput label={t('field.name')} maxLength={255} required autoFocus={isNew} {...field('name')} />
        {isNew ? null : (
          <TextInput
            label={t('field.slug')}
            description={t('form.slugAbout')}
            maxLength={200}
            required
            {...field('slug')}
          />
        )}
        <Textarea
          label={t('field.shortDescription')}
          maxLength={500}
          autosize
          minRows={1}
          {...field('shortDescription')}
        />
        <Textarea
          label={t('field.description')}
          maxLength={65_536}
          autosize
          minRows={3}
          maxRows={20}
          {...field('description')}
        />
        {hasVariants ? null : (
          <Group grow align="flex-start">
            <TextInput label={t('field.sku')} maxLength={64} {...field('sku')} />
            <TextInput label={t('field.barcode')} maxLength={64} {...field('barcode')} />
          </Group>
        )}
      </Stack>
    </Card>
  );
}

import { Card, Group, Select, Stack, Switch, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { VISIBILITIES, WEIGHT_UNITS } from '@commerce/console-api/routes/products.ts';
import { PERCENT, WEIGHT } from '../../../../lib/number-text.ts';
import { useTexts } from '../../../../lib/texts.ts';
import { NumberField } from '../../../../ui/NumberField.tsx';
import type { ProductValues } from './values.ts';

/** Sale settings of a product: visibility, tax and weight. */
export function SaleFields({
  form,
  mayBeDraft,
  hasVariants,
  readOnly,
}: {
  form: UseFormReturnType<ProductValues>;
  /** A published product does not become a draft again. */
  mayBeDraft: boolean;
  hasVariants: boolean;
  readOnly: boolean;
}) {
  const t = useTexts('products');
  const visibilities = [...VISIBILITIES, ...(mayBeDraft ? ['DRAFT'] : [])].map((value) => ({
    value,
    label: t(`visibility.${value}`),
  }));
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('form.sale')}
        </Title>
        <Select
          label={t('field.visibility')}
          description={t(`form.visibilityAbout.${form.values.visibility}`)}
          data={visibilities}
          allowDeselect={false}
          disabled={readOnly}
          {...form.getInputProps('visibility')}
        />
        <Switch
          label={t('form.isActive')}
          disabled={readOnly}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
        {hasVariants ? null : (
          <Switch
            label={t('form.isService')}
            description={t('form.isServiceAbout')}
            disabled={readOnly}
            {...form.getInputProps('isService', { type: 'checkbox' })}
          />
        )}
        <NumberField
          rule={PERCENT}
          label={t('field.iva')}
          required
          readOnly={readOnly}
          value={form.values.ivaRateBp}
          onChange={(ivaRateBp) => form.setFieldValue('ivaRateBp', ivaRateBp ?? 0)}
          error={form.errors['ivaRateBp']}
        />
        <Group grow align="flex-start">
          <NumberField
            rule={WEIGHT}
            label={t('field.weight')}
            required
            readOnly={readOnly}
            value={form.values.weight.milli}
            onChange={(milli) => form.setFieldValue('weight.milli', milli ?? 0)}
            error={form.errors['weight.milli']}
          />
          <Select
            mt={25}
            aria-label={t('field.weightUnit')}
            data={[...WEIGHT_UNITS]}
            allowDeselect={false}
            disabled={readOnly}
            {...form.getInputProps('weight.unit')}
          />
        </Group>
      </Stack>
    </Card>
  );
}

import { Card, Group, Select, Stack, Switch, Text, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { VISIBILITIES, WEIGHT_UNITS } from '@commerce/console-api/routes/products.ts';
import { PERCENT, WEIGHT } from '../../../lib/number-text.ts';
import { useMay } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Price } from '../../../ui/Price.tsx';
import type { Product, ProductValues } from './product-form.ts';

/** Sale settings of a product: visibility, tax and weight. */
export function SaleFields({
  form,
  product,
  readOnly,
}: {
  form: UseFormReturnType<ProductValues>;
  product: Product;
  readOnly: boolean;
}) {
  const t = useTexts('products');
  const may = useMay();
  const visibilities = VISIBILITIES.map((value) => ({ value, label: t(`visibility.${value}`) }));
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('form.sale')}
        </Title>
        <Group justify="space-between">
          <Text size="sm">{t('field.price')}</Text>
          <Text size="sm" fw={600}>
            <Price centavos={product.priceCentavos} />
          </Text>
        </Group>
        {may('seeCosts') ? (
          <Group justify="space-between">
            <Text size="sm">{t('field.cost')}</Text>
            <Text size="sm">
              <Money centavos={product.costCentavos} />
            </Text>
          </Group>
        ) : null}
        <Select
          label={t('field.visibility')}
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
        {product.type === 'variable' ? null : (
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

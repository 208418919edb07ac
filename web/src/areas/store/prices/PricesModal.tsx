import { useState } from 'react';
import { Alert, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { EditedPrices } from '@commerce/console-api/routes/price-messages.ts';
import type { PricesBody } from '@commerce/console-api/routes/prices.ts';
import { errorText } from '../../../lib/problems.ts';
import { AMOUNT, PRICE } from '../../../lib/number-text.ts';
import { useMay } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave, useUnsaved } from '../../../lib/unsaved.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { useEditPrices } from './use-edit.ts';

/** Amounts typed for a variant; unchanged amounts are absent. */
interface Typed {
  priceCentavos?: number | null;
  compareAtCentavos?: number | null;
  costCentavos?: number | null;
}

type Amount = keyof Typed;

/** Amounts of a product's variants, saved together. */
export function PricesModal({ product, close }: { product: EditedPrices; close: () => void }) {
  const t = useTexts('prices');
  const common = useTexts('common');
  const may = useMay();
  const [typed, setTyped] = useState<Record<string, Typed>>({});
  const { save, isPending, error, isConflict } = useEditPrices(product, close);
  const amounts: Amount[] = [
    'priceCentavos',
    'compareAtCentavos',
    ...(may('seeCosts') ? ['costCentavos' as const] : []),
  ];
  const titles = {
    priceCentavos: t('field.price'),
    compareAtCentavos: t('field.compareAt'),
    costCentavos: t('field.cost'),
  };
  const set = (id: string, amount: Amount, value: number | null) =>
    setTyped((before) => ({ ...before, [id]: { ...before[id], [amount]: value } }));
  const variants = changesOf(product, typed);
  useUnsaved(variants.length > 0);
  const leave = () => confirmLeave(variants.length > 0, close);
  return (
    <Modal
      opened
      onClose={leave}
      title={product.name}
      size="xl"
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <PlainForm onSave={() => save({ variants })}>
        <Stack>
          {isConflict ? (
            <Alert
              color="yellow"
              variant="light"
              icon={<IconAlertTriangle />}
              role="alert"
              title={t('edit.conflictTitle')}
            >
              {t('edit.conflictAbout')}
            </Alert>
          ) : null}
          {error ? (
            <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert">
              {errorText(common, error)}
            </Alert>
          ) : null}
          <Table.ScrollContainer minWidth={620}>
            <Table aria-label={product.name}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('field.variant')}</Table.Th>
                  {amounts.map((amount) => (
                    <Table.Th key={amount}>{titles[amount]}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {product.variants.map((variant) => (
                  <Table.Tr key={variant.variantId}>
                    <Table.Td>
                      <Text fw={600} size="sm">
                        {variant.name}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {[variant.sku, variant.isActive ? null : t('list.inactive')]
                          .filter((part) => part)
                          .join(' · ')}
                      </Text>
                    </Table.Td>
                    {amounts.map((amount) => (
                      <Table.Td key={amount}>
                        <MoneyInput
                          aria-label={`${titles[amount]}: ${variant.name}`}
                          {...ruleOf(variant, amount)}
                          placeholder={amount === 'costCentavos' ? t('edit.costOfProduct') : undefined}
                          value={valueOf(variant, typed[variant.variantId], amount)}
                          onChange={(value) => set(variant.variantId, amount, value)}
                          size="sm"
                        />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              {common('cancel')}
            </Button>
            <Button loading={isPending} disabled={variants.length === 0} type="submit">
              {isConflict ? t('edit.saveAnyway') : common('save')}
            </Button>
          </Group>
        </Stack>
      </PlainForm>
    </Modal>
  );
}

type Variant = EditedPrices['variants'][number];

/** An existing price cannot be removed. */
const ruleOf = ({ priceCentavos }: Variant, amount: Amount) =>
  amount === 'priceCentavos' ? { rule: PRICE, required: priceCentavos > 0 } : { rule: AMOUNT };

const storedOf = (variant: Variant): Required<Typed> => ({
  // A price of zero means no price.
  priceCentavos: variant.priceCentavos || null,
  compareAtCentavos: variant.compareAtPriceCentavos ?? null,
  costCentavos: variant.costCentavos ?? null,
});

const valueOf = (variant: Variant, typed: Typed | undefined, amount: Amount): number | null => {
  const value = typed?.[amount];
  return value === undefined ? storedOf(variant)[amount] : value;
};

/** Only amounts that differ from the stored ones; a price cannot be removed. */
function changesOf(product: EditedPrices, typed: Record<string, Typed>): PricesBody['variants'] {
  return product.variants.flatMap((variant) => {
    const stored = storedOf(variant);
    const { priceCentavos, compareAtCentavos, costCentavos } = typed[variant.variantId] ?? {};
    const change = {
      ...(priceCentavos && priceCentavos !== stored.priceCentavos && { priceCentavos }),
      ...(compareAtCentavos !== undefined &&
        compareAtCentavos !== stored.compareAtCentavos && { compareAtCentavos }),
      ...(costCentavos !== undefined && costCentavos !== stored.costCentavos && { costCentavos }),
    };
    return Object.keys(change).length === 0 ? [] : [{ id: variant.variantId, ...change }];
  });
}

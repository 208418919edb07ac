import { useState } from 'react';
import { ActionIcon, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import type { EditedPrices } from '@commerce/console-api/routes/price-messages.ts';
import { money } from '../../../lib/format.ts';
import { AMOUNT, PRICE } from '../../../lib/number-text.ts';
import { useMay } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Price } from '../../../ui/Price.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { useEditPrices } from './use-edit.ts';

type Amount = 'priceCentavos' | 'compareAtCentavos' | 'costCentavos';

/** Amount of a product that becomes a field when clicked: Enter saves it, Escape cancels. */
export function AmountCell({
  product,
  amount,
  label,
}: {
  product: EditedPrices;
  amount: Amount;
  label: string;
}) {
  const t = useTexts('prices');
  const may = useMay();
  const [open, setOpen] = useState(false);
  const shown = product[amount] ?? null;
  const figure = amount === 'priceCentavos' ? <Price centavos={shown} /> : <Money centavos={shown} />;
  if (!may('editPrices')) return figure;
  if (open)
    return <AmountField product={product} amount={amount} label={label} close={() => setOpen(false)} />;
  return (
    <UnstyledButton
      fz="inherit"
      onClick={() => setOpen(true)}
      aria-label={t('edit.of', {
        what: label,
        name: product.name,
        amount: shown === null ? '—' : money(shown),
      })}
    >
      <Group gap={6} justify="flex-end" wrap="nowrap">
        {figure}
        <IconPencil size={14} aria-hidden color="var(--mantine-color-dimmed)" />
      </Group>
    </UnstyledButton>
  );
}

function AmountField({
  product,
  amount,
  label,
  close,
}: {
  product: EditedPrices;
  amount: Amount;
  label: string;
  close: () => void;
}) {
  const t = useTexts('prices');
  const common = useTexts('common');
  const isPrice = amount === 'priceCentavos';
  // A price of zero means no price.
  const stored = (isPrice ? product.priceCentavos || null : product[amount]) ?? null;
  const [value, setValue] = useState<number | null>(stored);
  const { save, isPending, error, isConflict } = useEditPrices(product, close);
  useUnsaved(value !== stored);
  const submit = () => {
    if (value === stored) close();
    else save({ [amount]: value, variants: [] });
  };
  return (
    <PlainForm onSave={submit}>
      <Stack gap={4} align="flex-end">
        <Group gap={4} wrap="nowrap" align="flex-start">
          <MoneyInput
            aria-label={`${label}: ${product.name}`}
            // A price cannot be removed; clearing a cost makes it unknown, clearing a compare-at price removes it.
            rule={isPrice ? PRICE : AMOUNT}
            required={isPrice}
            value={value}
            onChange={setValue}
            size="xs"
            w={130}
            disabled={isPending}
            data-autofocus
            autoFocus
            onKeyDown={(event) => {
              if (event.key === 'Escape') close();
            }}
          />
          <ActionIcon
            aria-label={isConflict ? t('edit.saveAnyway') : common('save')}
            type="submit"
            loading={isPending}
          >
            <IconCheck size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={common('cancel')} onClick={close}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
        {isConflict ? (
          <Text size="xs" c="var(--mantine-color-error)" role="alert" maw={240}>
            {t('edit.conflict', { amount: money(product[amount] ?? 0) })}
          </Text>
        ) : null}
        <ActError error={error} size="xs" />
      </Stack>
    </PlainForm>
  );
}

import { Group, Text } from '@mantine/core';
import { AMOUNT, PERCENT, readNumber, writeNumber } from '../../../lib/number-text.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { ParsedField, type FieldReading } from '../../../ui/NumberField.tsx';
import { discountFrom, type Discount } from './cart.ts';

/** Discount of an amount of centavos: an amount up to it, or a percentage of it (`10%`). */
export function DiscountField({
  id,
  label,
  of: whole,
  value,
  onChange,
}: {
  id: string;
  label: string;
  of: number;
  value: Discount | null;
  onChange: (discount: Discount | null) => void;
}) {
  const t = useTexts('pos');
  const off = discountFrom(value, whole);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" component="label" htmlFor={id} mt={10}>
          {label}
        </Text>
        <ParsedField
          id={id}
          w={160}
          size="md"
          placeholder={t('cart.discountHow')}
          value={value}
          onChange={onChange}
          read={(text) => readDiscount(text, whole)}
          write={writeDiscount}
          error={off > whole ? t('cart.discountTooLarge') : undefined}
        />
      </Group>
      {off > 0 && off <= whole ? (
        <Group justify="space-between" wrap="nowrap" role="status" mt={4}>
          <Text size="sm">{t('cart.takenOff')}</Text>
          <span>
            −<Money centavos={off} />
          </span>
        </Group>
      ) : null}
    </div>
  );
}

function readDiscount(text: string, whole: number): FieldReading<Discount> {
  const isPercent = text.includes('%');
  const rule = isPercent ? PERCENT : { ...AMOUNT, max: whole };
  const reading = readNumber(text, rule);
  if ('problem' in reading) return { ...reading, rule };
  const { value } = reading;
  if (value === null || value === 0) return { value: null };
  return { value: isPercent ? { percentBp: value } : { centavos: value } };
}

function writeDiscount(discount: Discount | null): string {
  if (discount === null) return '';
  return 'centavos' in discount
    ? writeNumber(discount.centavos, AMOUNT)
    : writeNumber(discount.percentBp, PERCENT);
}

import { Group, Text } from '@mantine/core';
import { AMOUNT, PERCENT, readNumber, writeNumber } from '../../../lib/number-text.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { ParsedField, type FieldReading } from '../../../ui/NumberField.tsx';
import { discountOf, subtotalOf, type Cart, type CartAct, type Discount } from './cart.ts';

/** Discount of the sale: an amount up to the subtotal, or a percentage of it (`10%`). */
export function DiscountField({ cart, act }: { cart: Cart; act: (act: CartAct) => void }) {
  const t = useTexts('pos');
  const subtotal = subtotalOf(cart);
  const off = discountOf(cart);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" component="label" htmlFor="discount" mt={10}>
          {t('cart.discount')}
        </Text>
        <ParsedField
          id="discount"
          w={160}
          size="md"
          placeholder={t('cart.discountHow')}
          value={cart.discount}
          onChange={(discount) => act({ kind: 'discount', discount })}
          read={(text) => readDiscount(text, subtotal)}
          write={writeDiscount}
          error={off > subtotal ? t('cart.discountTooLarge') : undefined}
        />
      </Group>
      {off > 0 && off <= subtotal ? (
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

function readDiscount(text: string, subtotal: number): FieldReading<Discount> {
  const isPercent = text.includes('%');
  const rule = isPercent ? PERCENT : { ...AMOUNT, max: subtotal };
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

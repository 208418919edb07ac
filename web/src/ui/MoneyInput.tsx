import { AMOUNT, type NumberRule } from '../lib/number-text.ts';
import { NumberField, type NumberFieldProps } from './NumberField.tsx';

/** Field for an amount in centavos; null while empty, which means unknown and never zero. */
export function MoneyInput({ rule = AMOUNT, ...props }: NumberFieldProps & { rule?: NumberRule }) {
  return <NumberField {...props} rule={rule} />;
}

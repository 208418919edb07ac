import { AMOUNT, type NumberRule } from '../lib/number-text.ts';
import { NumberField, type NumberFieldProps } from './NumberField.tsx';

/** A field for an amount, in centavos; null while it is empty, which is an unknown amount and never zero. */
export function MoneyInput({ rule = AMOUNT, ...props }: NumberFieldProps & { rule?: NumberRule }) {
  return <NumberField {...props} rule={rule} />;
}

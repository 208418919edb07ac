import { NumberInput, type NumberInputProps } from '@mantine/core';

type Given = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'>;

/** A field for an amount: pesos for who types, centavos for the form; null while it is empty. */
export function MoneyInput({
  value,
  onChange,
  ...rest
}: Given & { value: number | null; onChange: (centavos: number | null) => void }) {
  return (
    <NumberInput
      {...rest}
      value={value === null ? '' : value / 100}
      onChange={(pesos) => onChange(typeof pesos === 'number' ? Math.round(pesos * 100) : null)}
      prefix="$ "
      thousandSeparator="."
      decimalSeparator=","
      decimalScale={2}
      allowNegative={false}
      max={1_000_000_000}
      clampBehavior="strict"
      hideControls
      inputMode="decimal"
    />
  );
}

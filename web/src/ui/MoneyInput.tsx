import { useState } from 'react';
import { NumberInput, type NumberInputProps } from '@mantine/core';

type Given = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'>;

/** Pesos as the field has them, a text while they end in a comma. */
type Pesos = number | string;

const pesosOf = (centavos: number | null): Pesos => (centavos === null ? '' : centavos / 100);

function centavosOf(pesos: Pesos): number | null {
  const amount = Number(pesos);
  return pesos === '' || Number.isNaN(amount) ? null : Math.round(amount * 100);
}

/** A field for an amount: pesos for who types, centavos for the form; null while it is empty. */
export function MoneyInput({
  value,
  onChange,
  ...rest
}: Given & { value: number | null; onChange: (centavos: number | null) => void }) {
  // What is typed is kept as it is as long as it says the same: `1200,` on the way to `1200,50`.
  const [typed, setTyped] = useState(pesosOf(value));
  return (
    <NumberInput
      {...rest}
      value={centavosOf(typed) === value ? typed : pesosOf(value)}
      onChange={(pesos) => {
        setTyped(pesos);
        onChange(centavosOf(pesos));
      }}
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

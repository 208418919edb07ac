import { useEffect, useRef, useState } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { readNumber, writeNumber, type NumberProblem, type NumberRule } from '../lib/number-text.ts';
import { useTexts } from '../lib/texts.ts';

type FieldProps<Value> = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> & {
  value: Value | null;
  onChange: (value: Value | null) => void;
};

export type NumberFieldProps = FieldProps<number>;

/** What a text says to a field: a value, null for none, or by which rule it is refused. */
export type FieldReading<Value> = { value: Value | null } | { problem: NumberProblem; rule: NumberRule };

/** A field for a number, in whole units of its rule; null while it is empty. */
export function NumberField({ rule, ...rest }: NumberFieldProps & { rule: NumberRule }) {
  return (
    <ParsedField
      inputMode={rule.min < 0 ? 'text' : rule.decimals === 0 ? 'numeric' : 'decimal'}
      {...rest}
      read={(text) => ({ ...readNumber(text, rule), rule })}
      write={(value) => writeNumber(value, rule)}
    />
  );
}

/**
 * A field whose text is read as a value. The text stays as it is typed, and is written out when the field is left. Both languages read and
 * show the Argentine form (`1.500,50`), because the pages show numbers that way in both.
 *
 * Only a valid text becomes a value. An invalid one keeps the form around the field from being submitted (`guardForms`); a button outside of
 * a form asks `refuseUnreadable` first.
 */
export function ParsedField<Value>({
  value,
  onChange,
  read,
  write,
  error,
  required = false,
  ...rest
}: FieldProps<Value> & {
  read: (text: string) => FieldReading<Value>;
  write: (value: Value | null) => string;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => write(value));
  // The last value that came in or went out, as it is written.
  const [known, setKnown] = useState(() => write(value));
  const [isShown, show] = useState(false);
  if (write(value) !== known) {
    setKnown(write(value));
    setText(write(value));
    show(false);
  }
  const problem = useProblem(read(text), required);
  useEffect(() => field.current?.setCustomValidity(problem), [problem]);
  const type = (typed: string) => {
    setText(typed);
    const reading = read(typed);
    if ('problem' in reading || (required && reading.value === null)) return;
    if (write(reading.value) === known) return;
    setKnown(write(reading.value));
    onChange(reading.value);
  };
  return (
    <TextInput
      autoComplete="off"
      maxLength={40}
      {...rest}
      ref={field}
      withAsterisk={rest.withAsterisk ?? required}
      aria-required={required}
      value={text}
      error={isShown && problem !== '' ? problem : error}
      errorProps={{ role: 'alert' }}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        if (problem === '') setText(known);
        else show(text !== '' || known !== '');
        rest.onBlur?.(event);
      }}
      onInvalid={(event) => {
        event.preventDefault();
        show(true);
      }}
    />
  );
}

/** What is wrong with the text of a field, in words; empty for nothing. */
function useProblem(reading: FieldReading<unknown>, required: boolean): string {
  const t = useTexts('common');
  if (!('problem' in reading)) return required && reading.value === null ? t('problems.missing') : '';
  const { problem, rule } = reading;
  return t(`number.${problem}`, {
    count: rule.decimals,
    example: rule.example,
    // An amount is not broken after its sign.
    bound: writeNumber(problem === 'tooSmall' ? rule.min : rule.max, rule).replace(' ', '\u00a0'),
  });
}

import { useEffect, useRef, useState } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { readNumber, writeNumber, type NumberProblem, type NumberRule } from '../lib/number-text.ts';
import { useTexts } from '../lib/texts.ts';

type FieldProps<Value> = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> & {
  value: Value | null;
  onChange: (value: Value | null) => void;
};

export type NumberFieldProps = FieldProps<number>;

/** Parsed text of a field: a value, null for none, or the violated rule. */
export type FieldReading<Value> = { value: Value | null } | { problem: NumberProblem; rule: NumberRule };

/** Field for a number, in whole units of its rule; null while empty. */
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
 * Field whose text is parsed into a value. The text stays as it is typed, and is reformatted on blur. Both languages
 * parse and show the Argentine format (`1.500,50`), because the pages show numbers that way in both. Only a valid text
 * becomes a value. An invalid one prevents the submission of the surrounding form (`guardForms`); a button outside of a
 * form must call `reportInvalidNumbers` first.
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
  // Text of the last value received or emitted.
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

/** Message about the text of a field; empty if valid. */
function useProblem(reading: FieldReading<unknown>, required: boolean): string {
  const t = useTexts('common');
  if (!('problem' in reading)) return required && reading.value === null ? t('problems.missing') : '';
  const { problem, rule } = reading;
  return t(`number.${problem}`, {
    count: rule.decimals,
    example: rule.example,
    // Keeps an amount from breaking after its symbol.
    bound: writeNumber(problem === 'tooSmall' ? rule.min : rule.max, rule).replace(' ', '\u00a0'),
  });
}

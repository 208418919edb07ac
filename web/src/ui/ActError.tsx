import { Text, type TextProps } from '@mantine/core';
import { errorText } from '../lib/problems.ts';
import { useTexts } from '../lib/texts.ts';

/** Error of an act, announced by screen readers; renders nothing without an error. */
export function ActError({ error, ...text }: { error: unknown } & TextProps) {
  const t = useTexts('common');
  if (!error) return null;
  return (
    <Text c="var(--mantine-color-error)" size="sm" role="alert" {...text}>
      {errorText(t, error)}
    </Text>
  );
}

import { Text, type TextProps } from '@mantine/core';
import { errorText } from '../lib/problems.ts';
import { useTexts } from '../lib/texts.ts';

/** Why an act failed or was refused, told to screen readers when it comes; nothing while there is no error. */
export function ActError({ error, ...text }: { error: unknown } & TextProps) {
  const t = useTexts('common');
  if (!error) return null;
  return (
    <Text c="var(--mantine-color-error)" size="sm" role="alert" {...text}>
      {errorText(t, error)}
    </Text>
  );
}

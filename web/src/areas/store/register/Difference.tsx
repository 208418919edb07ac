import { Text } from '@mantine/core';
import { money } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';

/** Counted less expected cash, in words. */
export function Difference({ centavos }: { centavos: number }) {
  const t = useTexts('register');
  if (centavos === 0)
    return (
      <Text span inherit>
        {t('difference.none')}
      </Text>
    );
  const amount = money(Math.abs(centavos));
  return (
    <Text span inherit fw={600} c={centavos < 0 ? 'var(--mantine-color-error)' : undefined}>
      {centavos < 0 ? t('difference.short', { amount }) : t('difference.over', { amount })}
    </Text>
  );
}

import { Text } from '@mantine/core';
import { useTexts } from '../lib/texts.ts';
import { Money } from './Money.tsx';

/** Base price in centavos as pesos; "no price yet" for 0, which is not a valid price. */
export function Price({ centavos }: { centavos: number | null | undefined }) {
  const t = useTexts('common');
  if (centavos !== 0) return <Money centavos={centavos} />;
  return (
    <Text component="span" inherit c="dimmed" className="nowrap">
      {t('noPrice')}
    </Text>
  );
}

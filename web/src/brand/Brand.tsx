import { Group, Text } from '@mantine/core';
import { PRODUCT } from '@commerce/console-api/product.ts';
import markUrl from './mark.svg';

/** The product's mark and name; `compact` on a phone the mark alone. */
export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src={markUrl} alt="" width={28} height={28} />
      <Text component="span" fw={700} fz="lg" lts="-0.02em" {...(compact ? { visibleFrom: 'sm' } : {})}>
        {PRODUCT}
      </Text>
    </Group>
  );
}

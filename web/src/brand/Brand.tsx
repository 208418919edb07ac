import { Group, Text } from '@mantine/core';
import { PRODUCT } from '@commerce/console-api/product.ts';
import markUrl from './mark.svg';

/** Product mark and name; `compact` shows the mark alone on a phone. */
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

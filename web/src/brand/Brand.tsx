import { Group, Text } from '@mantine/core';
import markUrl from './mark.svg';

/** The product's name. */
export const PRODUCT = 'Mostrador';

/** The product's mark and name. */
export function Brand() {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src={markUrl} alt="" width={28} height={28} />
      <Text component="span" fw={700} fz="lg" lts="-0.02em">
        {PRODUCT}
      </Text>
    </Group>
  );
}

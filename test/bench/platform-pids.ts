import type { Stack } from '@commerce/deploy/local/stack.ts';

/** All processes of the platform, including its servers. */
export function platformPids({ processes, servers }: Stack): number[] {
  return [...Object.values(processes), servers.postgres!, servers.nats!].map(({ pid }) => pid!);
}

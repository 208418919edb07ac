import type { Stack } from '@commerce/deploy/local/stack.ts';

/** All the processes of the platform, its servers included. */
export function platformPids({ processes, servers }: Stack): number[] {
  return [...Object.values(processes), servers.postgres!, servers.nats!].map(({ pid }) => pid!);
}

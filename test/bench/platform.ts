import type { Stack } from '@commerce/deploy/local/stack.ts';
import type { Bench } from './bench.ts';
import type { Contender } from './measure.ts';
import { printProfile } from './profile.ts';

/** All processes of the platform, including its servers. */
export function platformPids({ processes, servers }: Stack): number[] {
  return [...Object.values(processes), servers.postgres!, servers.nats!].map(({ pid }) => pid!);
}

/** The platform under a load. */
export const platform = (bench: Bench, work: Contender['work']): Contender => ({
  pids: () => platformPids(bench.stack),
  work,
  ...(bench.isProfiled && { after: () => printProfile(bench.stack, work) }),
});

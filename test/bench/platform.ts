import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ServiceName } from '@commerce/deploy/local/services.ts';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import type { Bench } from './bench.ts';
import { cpuMs } from './cpu.ts';
import type { Contender } from './measure.ts';
import { printProfile } from './profile.ts';

/** All processes of the platform, including its servers. @param others further processes of a measurement */
export function platformPids({ processes, servers }: Stack, others: readonly number[] = []): number[] {
  const own = [...Object.values(processes), servers.postgres!, servers.nats!];
  return [...own.map(({ pid }) => pid!), ...others];
}

/** The platform under a load. @param others as `platformPids` has them */
export const platform = (
  bench: Bench,
  work: Contender['work'],
  others: readonly number[] = [],
): Contender => ({
  pids: () => platformPids(bench.stack, others),
  work,
  ...(bench.isProfiled && { after: () => printProfile(bench.stack, work) }),
});

/** Runs a statement in a service's database. @returns its rows, as arrays */
export async function runStatement(
  { databaseUrls }: Stack,
  service: ServiceName,
  text: string,
  values?: unknown[],
): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: databaseUrls[service] });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, values, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** CPU that the platform takes at rest at most, in ms per second. */
const IDLE_CPU_MS = 250;
const IDLE_S = 3;
const GIVE_UP_S = 600;

/**
 * Waits until the platform has finished what earlier work caused, such as events and vacuums, so that it is not counted as the cost of
 * the next.
 */
export async function untilIdle(stack: Stack): Promise<void> {
  const pids = platformPids(stack);
  let idleS = 0;
  for (let waitedS = 0; idleS < IDLE_S; waitedS++) {
    if (waitedS === GIVE_UP_S) throw new Error(`the platform is still busy after ${GIVE_UP_S} s`);
    const before = cpuMs(pids);
    await sleep(1_000);
    idleS = cpuMs(pids) - before < IDLE_CPU_MS ? idleS + 1 : 0;
  }
}

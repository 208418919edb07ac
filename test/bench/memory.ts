import { setTimeout as sleep } from 'node:timers/promises';
import { processNames } from '@commerce/deploy/local/services.ts';
import type { Case } from './case.ts';
import { residentMiB } from './cpu.ts';

/** Time after which V8 has returned the garbage of the start. */
const REST_MS = 30_000;

let rest: Promise<void> | undefined;

/** Resident memory of each process before any load. */
export const memory: Case[] = processNames.map((process) => ({
  name: `memory-${process}`,
  table: 'memory',
  label: process,
  target: { figure: 'mib', atMost: process === 'gateway' ? 130 : 90 },
  measure: async ({ stack }) => {
    await (rest ??= sleep(REST_MS));
    return { mib: residentMiB(stack.processes[process].pid!) };
  },
}));

import { processNames } from '@commerce/deploy/local/services.ts';
import type { Case } from './case.ts';
import { residentMiB } from './cpu.ts';

/** Resident memory of each process before any load. */
export const memory: Case[] = processNames.map((process) => ({
  name: `memory-${process}`,
  table: 'memory',
  label: process,
  target: { figure: 'mib', atMost: process === 'gateway' ? 130 : 90 },
  measure: async ({ stack }) => ({ mib: residentMiB(stack.processes[process].pid!) }),
}));

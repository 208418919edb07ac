import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';
import type { PortChoice } from './ports.ts';
import type { Report } from './report.ts';
import type { ProcessName } from './services.ts';

/** How a stack is to be started; everything may be left out. */
export interface StackOptions {
  /** Where it keeps its data; `.local` in the checkout unless told otherwise. Two stacks cannot share one. */
  dataDir?: string;
  /** The environment it looks into (ports, DATABASE_URL, NATS_URL, PUBLIC_URL, LOG_LEVEL, OTEL_*); this process's own by default. */
  env?: NodeJS.ProcessEnv;
  /** `random` passes over the environment's ports and the usual ones: for stacks that run side by side. */
  ports?: PortChoice;
  /** Removes all data first. */
  fresh?: boolean;
  /** Loads the demo data when that was not done yet; off unless asked for. */
  demo?: boolean;
  /** How many products the bigger demo store gets; 2000 unless told otherwise. */
  products?: number;
  /** More environment for a process, over what the stack gives it. */
  processEnv?(name: ProcessName): Record<string, string>;
  /** Gives the start up; everything started is stopped again. */
  signal?: AbortSignal;
  /** Hears what is going on; silent by default. */
  report?: Report;
  /** Builds the processes, once the data directory is taken; nothing by default, for what was built before. */
  build?(signal: AbortSignal): Promise<void>;
  /** Where the built rooms lie; the checkout unless told otherwise. */
  root?: string;
}

/** The options with their defaults. */
export type StackSettings = Required<StackOptions>;

/** Fills in what was left out. */
export function settle(options: StackOptions): StackSettings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return {
    dataDir: path.join(workspaceRoot, '.local'),
    env: process.env,
    ports: 'defaults',
    fresh: false,
    demo: false,
    products: 2000,
    processEnv: () => ({}),
    signal: new AbortController().signal,
    report: { say: () => undefined },
    build: () => Promise.resolve(),
    root: workspaceRoot,
    ...given,
  };
}

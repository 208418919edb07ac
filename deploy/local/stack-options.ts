import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';
import type { PortChoice } from './ports.ts';
import type { Report } from './report.ts';
import type { ProcessName } from './services.ts';

/** Options of a stack, all optional. */
export interface StackOptions {
  /** Data directory, by default `.local` in the checkout. Two stacks cannot share one. */
  dataDir?: string;
  /** Environment to read (ports, DATABASE_URL, NATS_URL, PUBLIC_URL, LOG_LEVEL, OTEL_*), by default that of this process. */
  env?: NodeJS.ProcessEnv;
  /** `random` ignores the environment's ports and the default ones, for stacks that run in parallel. */
  ports?: PortChoice;
  /** Removes all data first. */
  fresh?: boolean;
  /** Loads the demo data if not yet loaded; off by default. */
  demo?: boolean;
  /** Number of products of the larger demo store, by default 2000. */
  products?: number;
  /** Additional environment of a process, which overrides the stack's. */
  processEnv?: (name: ProcessName) => Record<string, string>;
  /** Aborts the start; everything started is stopped. */
  signal?: AbortSignal;
  /** Receives the progress; silent by default. */
  report?: Report;
  /** Builds the processes after the data directory is locked; by default nothing, for processes already built. */
  build?(signal: AbortSignal): Promise<void>;
  /** Root directory of the built packages, by default the checkout. */
  root?: string;
}

/** The options with their defaults. */
export type StackSettings = Required<StackOptions>;

/** Fills in the defaults. */
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

import path from 'node:path';
import type { DataDir } from './data-dir.ts';
import { nodeBinary } from './node-binary.ts';
import { untilReady } from './readiness.ts';
import { processDir } from './services.ts';
import type { ProcessName } from './services.ts';
import { SupervisedProcess } from './supervised-process.ts';
import type { Keeping } from './supervised-process.ts';

/** A running process of the platform, as tests see it. */
export interface StackProcess {
  /** `catalog`, `gateway`, or `gateway-2` for a further replica. */
  name: string;
  /** Undefined while it is down. */
  readonly pid: number | undefined;
  /** Base URL of `/livez`, `/readyz` and `/metrics`, without a trailing slash. */
  adminUrl: string;
  /** `host:port` of its gRPC server; of its HTTP server for a gateway. */
  address: string;
  env: Record<string, string>;
  /** Sends a signal; a process that exits is restarted after a second or more. */
  kill(signal: NodeJS.Signals): void;
  /** Stops it gracefully and restarts it; resolves when it is ready. */
  restart(): Promise<void>;
  /** Resolves when `/readyz` returns 200. */
  ready(): Promise<void>;
  /** Stops it permanently. */
  stop(): Promise<void>;
}

/** Inputs shared by every process of a stack. */
export interface ProcessContext {
  /** Root directory of the packages. */
  root: string;
  dir: DataDir;
  keeping: Keeping;
  signal: AbortSignal;
}

/** Prepares one process of a package under the given name; `start` starts it. */
export function stackProcess(
  context: ProcessContext,
  processName: ProcessName,
  name: string,
  env: Record<string, string>,
): { process: StackProcess; start: () => Promise<void> } {
  const { root, dir, keeping, signal } = context;
  const supervised = new SupervisedProcess(
    {
      name,
      command: nodeBinary,
      args: [path.join(root, processDir(processName), 'dist/main.js')],
      cwd: root,
      env,
      logFile: path.join(dir.log, `${name}.log`),
      stage: 0,
    },
    keeping,
  );
  const adminUrl = `http://127.0.0.1:${env['ADMIN_PORT']}`;
  const listening = [env['ADMIN_PORT'], env['GRPC_PORT'] ?? env['HTTP_PORT']].map(Number);
  const ready = (): Promise<void> => untilReady(supervised, adminUrl, listening, signal);
  const process: StackProcess = {
    name,
    get pid() {
      return supervised.pid;
    },
    adminUrl,
    address: `127.0.0.1:${env['GRPC_PORT'] ?? env['HTTP_PORT']}`,
    env,
    kill: (signalName) => supervised.kill(signalName),
    restart: async () => {
      await supervised.restart();
      await ready();
    },
    ready,
    stop: () => supervised.stop(),
  };
  return { process, start: () => supervised.start() };
}

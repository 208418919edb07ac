import path from 'node:path';
import type { DataDir } from './data-dir.ts';
import { nodeBinary } from './node-binary.ts';
import { failureLine, runCommand } from './run-command.ts';
import { processDir } from './services.ts';
import type { ServiceName } from './services.ts';
import { StackError } from './stack-error.ts';

/** Migrates the services' databases, two at a time. Throws a `StackError` that names the log of a failed one. */
export async function migrateAll(
  root: string,
  dir: DataDir,
  services: ServiceName[],
  env: Record<ServiceName, Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const queue = [...services];
  const worker = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const logFile = path.join(dir.log, `${name}.log`);
      const main = path.join(root, processDir(name), 'dist/main.js');
      const done = await runCommand(nodeBinary, [main, 'migrate'], {
        cwd: root,
        env: env[name],
        logFile,
        signal,
      });
      signal.throwIfAborted();
      if (done.code !== 0)
        throw new StackError(
          `The database of ${name} could not be migrated (${failureLine(done.output)}): its log is ${logFile}.`,
        );
    }
  };
  await Promise.all([worker(), worker()]);
}

import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import type { DataDir } from './data-dir.ts';
import { dropDatabases, ensureDatabases, type DatabaseServer } from './databases.ts';
import type { DemoResult, DemoTarget } from './demo/load.ts';
import { readJson, writeJson } from './json-file.ts';
import { environmentOf, type Wiring } from './processes.ts';
import { step } from './report.ts';
import { nodeBinary, runCommand } from './run-command.ts';
import { processDir, serviceNames, type ServiceName } from './services.ts';
import { StackError } from './stack-error.ts';
import type { StackSettings } from './stack-options.ts';

/** State of the databases on one server. */
interface ServerState {
  /** Processes have run on them, so they may contain user data. */
  used: boolean;
  /** `loading` is left by an interrupted load. */
  demo: 'none' | 'loading' | 'loaded';
  demoResult?: DemoResult;
}

/** Creates and migrates the databases and, once, loads the demo data. Returns its credentials, from now or earlier. */
export async function fillDatabases(
  settings: StackSettings,
  dir: DataDir,
  wiring: Wiring,
  server: DatabaseServer,
  services: ServiceName[],
): Promise<DemoResult | undefined> {
  const { report, signal, products } = settings;
  // The embedded server, or each server that DATABASE_URL named.
  const name = settings.env['DATABASE_URL'] ? new URL(server.adminUrl).host : 'embedded';
  const all = (await readJson<Record<string, ServerState>>(dir.stateFile)) ?? {};
  const state = (all[name] ??= { used: false, demo: 'none' });
  const update = (change: Partial<ServerState>): Promise<void> => {
    Object.assign(state, change);
    return writeJson(dir.stateFile, all);
  };
  await step(report, 'databases', async () => {
    // Only partial demo data: starting over loses no user data.
    if (state.demo === 'loading' && !state.used) await dropDatabases(server);
    await ensureDatabases(server, wiring.secrets);
  });
  const env = Object.fromEntries(
    serviceNames.map((service) => [service, environmentOf(service, wiring, settings)]),
  ) as Record<ServiceName, Record<string, string>>;
  await step(report, 'migrations', () => migrateAll(settings, dir, services, env));
  if (settings.demo && state.demo !== 'loaded') {
    if (state.demo === 'loading' && state.used)
      throw new StackError(
        'The demo data was loaded only in part: start over with --fresh, or start with --no-demo.',
      );
    await update({ demo: 'loading' });
    const progress = (line: string): void => report.say(`  ${line}`);
    const target = { databaseUrls: wiring.databaseUrls, env, products, progress };
    const demoResult = await step(report, 'demo data', () => loadDemo(target, signal));
    await update({ demo: 'loaded', demoResult });
  }
  await update({ used: true });
  return state.demoResult;
}

/** Migrates the services' databases, two at a time. Throws a `StackError` that names the log of a failed one. */
async function migrateAll(
  { root, signal }: StackSettings,
  dir: DataDir,
  services: ServiceName[],
  env: Record<ServiceName, Record<string, string>>,
): Promise<void> {
  const queue = [...services];
  const worker = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const logFile = path.join(dir.log, `${name}.log`);
      const main = path.join(root, processDir(name), 'dist/main.js');
      const { code, output } = await runCommand(nodeBinary, [main, 'migrate'], {
        cwd: root,
        env: env[name],
        signal,
      });
      signal.throwIfAborted();
      if (output !== '') await appendFile(logFile, `${output}\n`);
      if (code !== 0)
        throw new StackError(
          `The database of ${name} could not be migrated (${failureLine(output)}): its log is ${logFile}.`,
        );
    }
  };
  await Promise.all([worker(), worker()]);
}

/** Extracts the reason why a Node process failed: its last error, or its last line. */
function failureLine(output: string): string {
  const lines = output.split('\n').filter((line) => !/^Node\.js v|^\s*at |^$/.test(line));
  const error = lines.findLast((line) => /^\w*Error\b|"level":[56]0/.test(line)) ?? lines.at(-1);
  const logged = /"message":("(?:[^"\\]|\\.)*")/.exec(error ?? '')?.[1];
  return logged === undefined ? (error?.trim() ?? 'it said nothing') : (JSON.parse(logged) as string);
}

/** Loads the demo data. Rejects with the abort reason as soon as the signal is aborted. */
async function loadDemo(target: DemoTarget, signal: AbortSignal): Promise<DemoResult> {
  // Imported on demand: most starts do not need the generator.
  const demo = await import('./demo/load.ts');
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
  return Promise.race([demo.loadDemo(target), aborted]).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new StackError(
      `The demo data could not be loaded (${(error as Error).message}): start with --no-demo to skip it.`,
      { cause: error },
    );
  });
}

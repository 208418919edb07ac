import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';
import { readCommandLine, usage } from './command-line.ts';
import type { CommandLine } from './command-line.ts';
import { showLine } from './log-line.ts';
import { endOrphans } from './pid-files.ts';
import { dataDirAt } from './data-dir.ts';
import { step } from './report.ts';
import type { Report } from './report.ts';
import { runCommand } from './run-command.ts';
import { explain, StackError } from './stack-error.ts';
import { startStack } from './stack.ts';
import type { Stack } from './stack.ts';
import { onStopRequest } from './stop-request.ts';

const LAST_LINES_MS = 1_000;

const pretty = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;

/** Processes whose line `ready` has been shown, and the waiters for further ones. */
const ready = new Set<string>();
const readiness = new EventEmitter();

const report: Report = {
  say: (sentence) => console.log(sentence),
  line: (name, line) => {
    console.log(showLine(name, line, pretty));
    if (!line.includes('"msg":"ready"')) return;
    ready.add(name);
    readiness.emit('ready');
  },
};

/** Waits for the log lines of the processes, so that ours is the last line of the start. At log levels without that line it times out. */
async function untilShown(stack: Stack): Promise<void> {
  const patience = AbortSignal.timeout(LAST_LINES_MS);
  while (!Object.keys(stack.processes).every((name) => ready.has(name)) && !patience.aborted)
    await once(readiness, 'ready', { signal: patience }).catch(() => undefined);
}

async function build(signal: AbortSignal): Promise<void> {
  // In a separate process, so that the memory of the build is released.
  const script = path.join(workspaceRoot, 'deploy/build/bundle.ts');
  const { code, output } = await runCommand(process.execPath, [script], { env: process.env, signal });
  signal.throwIfAborted();
  if (code !== 0) throw new StackError(output);
}

function summary(stack: Stack): string {
  const owner = stack.demo?.stores[0]?.owner;
  const shown = (file: string): string => path.relative(process.cwd(), path.join(stack.dataDir, file));
  const lines = [
    ['Pages', `${stack.publicUrl}/`],
    ['Documentation', `${stack.publicUrl}/docs`],
    ['Public API', `${stack.publicUrl}/api/public/2026-10`],
    ['Mails', stack.mailUrl],
    ...(owner ? [['Sign in as', `${owner.email}  ${owner.password}`]] : []),
    ['Demo accounts', shown('demo.json')],
    ['Logs', shown('log')],
  ];
  const table = lines.map(([name, value]) => `  ${name!.padEnd(17)}${value}`).join('\n');
  return `\nThe platform is running; Ctrl-C stops it.\n\n${table}\n\nready ${stack.publicUrl}`;
}

async function run({ fresh, demo, products, dataDir }: CommandLine): Promise<void> {
  const abort = new AbortController();
  let stack: Stack | undefined;
  const stopped = new Promise<void>((resolve) => {
    const stop = (): void => {
      report.say('stopping …');
      abort.abort(new StackError('The start was aborted; nothing is left running.'));
      resolve();
    };
    onStopRequest(stop, () => void forceStop(dataDir));
  });
  const { signal } = abort;
  const buildFirst = (): Promise<void> => step(report, 'build', () => build(signal));
  stack = await startStack({ fresh, demo, products, dataDir, report, signal, build: buildFirst });
  await untilShown(stack);
  if (!abort.signal.aborted) report.say(summary(stack));
  await stopped;
  await stack.stop();
  report.say('stopped');
}

/** Second Ctrl-C: kill remaining processes immediately. */
async function forceStop(dataDir = path.join(workspaceRoot, '.local')): Promise<void> {
  await endOrphans(dataDirAt(dataDir).run, undefined, 0);
}

// Ignore EPIPE so that shutdown still completes.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
try {
  const commandLine = readCommandLine(process.argv.slice(2));
  if (commandLine.help) console.log(usage);
  else await run(commandLine);
  process.exit(0);
} catch (error) {
  console.error(`\n${explain(error)}`);
  if (process.env['LOG_LEVEL'] === 'debug') console.error(error);
  process.exit(1);
}

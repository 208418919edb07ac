import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import { cpuMs } from './cpu.ts';

/** Share of a request's CPU from which a process is profiled by function. */
const MIN_SHARE = 0.05;
const FUNCTIONS = 25;
/** The address of a process's inspector after SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';
const INTERVAL_US = 200;
const PROFILED_MS = 4_000;

/** A load, repeated for each part of a profile. */
type Profiled = (stage: 'window') => Promise<{ answers: number }>;

/**
 * Prints the CPU of a load by process and database, and, for each process that matters, the functions that took most CPU.
 */
export async function printProfile(stack: Stack, work: Profiled): Promise<void> {
  const admin = new pg.Client({ connectionString: stack.adminDatabaseUrl });
  await admin.connect();
  try {
    const costs = await costByProcess(stack, admin, work);
    const total = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
    const lines = [...costs]
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, cost]) => `${name} ${cost.toFixed(3)}`);
    process.stdout.write(`  CPU ms per request: ${lines.join(' · ')}\n`);
    for (const [name, { pid }] of Object.entries(stack.processes)) {
      if ((costs.get(name) ?? 0) < total * MIN_SHARE) continue;
      const load = work('window');
      process.stdout.write(`  ${name}\n${(await functionsOf(pid!)).join('\n')}\n`);
      await load;
    }
  } finally {
    await admin.end();
  }
}

async function costByProcess(
  { processes, servers }: Stack,
  admin: pg.Client,
  work: Profiled,
): Promise<Map<string, number>> {
  const { rows: backends } = await admin.query<{ pid: number; name: string }>(
    `select pid, 'postgres ' || coalesce(datname, backend_type) as name from pg_stat_activity`,
  );
  const pids = [
    ...Object.entries(processes).map(([name, { pid }]) => ({ name, pid: pid! })),
    { name: 'nats', pid: servers.nats!.pid! },
    ...backends,
  ];
  const before = pids.map(({ pid }) => cpuMs([pid]));
  const { answers } = await work('window');
  const costs = new Map<string, number>();
  for (const [n, { name, pid }] of pids.entries())
    costs.set(name, (costs.get(name) ?? 0) + (cpuMs([pid]) - before[n]!) / answers);
  for (const [name, cost] of costs) if (cost < 0.001) costs.delete(name);
  return costs;
}

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  children?: number[];
}

interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

/** The functions of a process that take most CPU, with their share, while it is profiled. */
async function functionsOf(pid: number): Promise<string[]> {
  process.kill(pid, 'SIGUSR1');
  await sleep(500);
  const [{ webSocketDebuggerUrl }] = (await (await fetch(INSPECTOR)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  let last = 0;
  const send = async (method: string, params: object = {}): Promise<unknown> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
      const message = JSON.parse(data) as { id?: number; result: unknown };
      if (message.id === id) return message.result;
    }
  };
  await send('Profiler.enable');
  await send('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await send('Profiler.start');
  await sleep(PROFILED_MS);
  const { profile } = (await send('Profiler.stop')) as { profile: Profile };
  // The next process needs the port.
  const close = "setTimeout(() => process.getBuiltinModule('node:inspector').close(), 100)";
  await send('Runtime.evaluate', { expression: close });
  socket.close();
  await sleep(300);
  return summaryOf(profile);
}

/** Shares of the sampled CPU by module, with what Node.js does for it, and by function. */
function summaryOf({ nodes, samples, timeDeltas }: Profile): string[] {
  const places = new SourcePlaces();
  const placeOf = new Map(nodes.map((node) => [node.id, places.of(node)]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const callerModule = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { module } = placeOf.get(at)!;
      if (module !== undefined) return module;
    }
    return placeOf.get(id)!.name;
  };
  const byModule = new Map<string, number>();
  const byFunction = new Map<string, number>();
  for (const [n, sample] of samples.entries()) {
    const { name } = placeOf.get(sample)!;
    if (name.startsWith('(idle)')) continue;
    for (const [sums, key] of [
      [byModule, callerModule(sample)],
      [byFunction, name],
    ] as const)
      sums.set(key, (sums.get(key) ?? 0) + timeDeltas[n]!);
  }
  return [...largest(byModule), '', ...largest(byFunction)];
}

function largest(sums: Map<string, number>): string[] {
  const all = [...sums.values()].reduce((sum, time) => sum + time, 0);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, FUNCTIONS)
    .map(([name, time]) => `    ${((100 * time) / all).toFixed(1)} % ${name}`);
}

interface Place {
  /** Function with its file and line. */
  name: string;
  /** Library, or file of this repository; undefined for Node.js itself. */
  module: string | undefined;
}

/** Places of functions in their sources, by the source maps of the bundles. */
class SourcePlaces {
  readonly #maps = new Map<string, SourceMap>();

  of({ callFrame: { functionName, url, lineNumber, columnNumber } }: ProfileNode): Place {
    const name = functionName || '(anonymous)';
    if (!url.startsWith('file:')) return { name: `${name} ${url}:${lineNumber + 1}`, module: undefined };
    const entry = this.#mapOf(fileURLToPath(url)).findEntry(lineNumber, columnNumber);
    if (!('originalSource' in entry)) return { name: `${name} ${url}`, module: url };
    const file = entry.originalSource.replace(/^(\.\.\/)+/, '');
    const module = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(file)?.[1] ?? file;
    return { name: `${name} ${file.split('node_modules/').at(-1)}:${entry.originalLine + 1}`, module };
  }

  #mapOf(file: string): SourceMap {
    let map = this.#maps.get(file);
    if (map === undefined)
      this.#maps.set(file, (map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as never)));
    return map;
  }
}

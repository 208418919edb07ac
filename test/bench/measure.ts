import autocannon from 'autocannon';
import { cpuMs } from './cpu.ts';

const WARM_UP_S = 4;
const WINDOW_S = 5;
const WINDOWS = 3;

/** What was answered in a while. */
export interface LoadResult {
  answers: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Something whose cost is measured. */
export interface Contender {
  /** The processes that answer, asked anew before each window; those that they start are theirs. */
  pids(): number[] | Promise<number[]>;
  /** Makes it work for a while. */
  work(stage: 'warm-up' | 'window'): Promise<LoadResult>;
}

/** What answers cost. */
export interface Measured extends Omit<LoadResult, 'answers'> {
  /** CPU of all the processes that answer, in ms a request. */
  cpuMs: number;
}

/** What is asked again and again, in turn. */
export interface Load {
  origin: string;
  /** Paths to get, or whole requests. */
  paths: (string | autocannon.Request)[];
  headers?: Record<string, string>;
  connections: number;
  /** Requests a second that are asked for at most; as many as can be answered when absent. */
  rate?: number;
}

/**
 * Measures contenders in turn, three windows each after a warm-up, so that what else the machine does in the meantime
 * hurts all of them alike.
 * @returns of each the window of median CPU
 */
export async function measureInTurn(contenders: Contender[]): Promise<Measured[]> {
  const windows = contenders.map((): Measured[] => []);
  for (const contender of contenders) await contender.work('warm-up');
  for (let n = 0; n < WINDOWS; n++)
    for (const [index, contender] of contenders.entries()) windows[index]!.push(await measure(contender));
  return windows.map((of) => of.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor(WINDOWS / 2)]!);
}

async function measure(contender: Contender): Promise<Measured> {
  const pids = await contender.pids();
  const before = cpuMs(pids);
  const { answers, ...served } = await contender.work('window');
  return { ...served, cpuMs: (cpuMs(pids) - before) / answers };
}

/**
 * The work of answering a load.
 * @throws when any answer is not a 200: a figure of errors is worth nothing
 */
export const answering = (load: Load): Contender['work'] => {
  const { origin, paths, headers = {}, connections, rate } = load;
  const requests = paths.map((path) => (typeof path === 'string' ? { method: 'GET' as const, path } : path));
  const settings = {
    url: origin,
    connections,
    headers,
    requests,
    ...(rate !== undefined && { overallRate: rate }),
  };
  return async (stage) => {
    const duration = stage === 'window' ? WINDOW_S : WARM_UP_S;
    const result = await autocannon({ ...settings, duration });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`);
    return {
      answers: result['2xx'],
      requestsPerSecond: result.requests.average,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
    };
  };
};

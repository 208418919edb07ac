import autocannon from 'autocannon';
import { cpuMs } from './cpu.ts';

const WARM_UP_S = 4;
/** Duration of a window, in s. */
export const WINDOW_S = 5;
const WINDOWS = 3;

/** Responses during a measurement window. */
export interface LoadResult {
  answers: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** A system whose cost is measured. */
export interface Contender {
  /** Its processes, looked up before each window; their children are included. */
  pids(): number[] | Promise<number[]>;
  /** Runs the load for a stage. */
  work(stage: 'warm-up' | 'window'): Promise<LoadResult>;
  /** Runs after the measurement. */
  after?(): Promise<void>;
}

/** Cost per response. */
export interface Measured extends Omit<LoadResult, 'answers'> {
  /** CPU of all its processes, in ms per request. */
  cpuMs: number;
}

/** A load of repeated requests, in turn: each connection begins with another one. */
export interface Load {
  origin: string;
  /** Paths to GET, or complete requests. */
  paths: (string | autocannon.Request)[];
  headers?: Record<string, string>;
  connections: number;
  /** Returns false for a body that is not the expected one; absent for any body. */
  isDone?: (body: string) => boolean;
  /** Maximum requests per second; unlimited when absent. */
  rate?: number;
}

/**
 * Measures contenders in alternation, three windows each after a warm-up, so that other work of the machine
 * affects all of them equally.
 * @returns the window with the median CPU of each contender
 */
export async function measureInTurn(contenders: Contender[]): Promise<Measured[]> {
  const windows = contenders.map((): Measured[] => []);
  for (const contender of contenders) await contender.work('warm-up');
  for (let n = 0; n < WINDOWS; n++)
    for (const [index, contender] of contenders.entries()) windows[index]!.push(await measure(contender));
  for (const contender of contenders) await contender.after?.();
  return windows.map(medianByCpu);
}

/** The measurement with the median CPU. */
export const medianByCpu = <T extends { cpuMs: number }>(measured: T[]): T =>
  measured.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor(measured.length / 2)]!;

async function measure(contender: Contender): Promise<Measured> {
  const pids = await contender.pids();
  const before = cpuMs(pids);
  const { answers, ...served } = await contender.work('window');
  return { ...served, cpuMs: (cpuMs(pids) - before) / answers };
}

/**
 * Has each connection begin with another of the requests. Connections whose responses leave together would otherwise all send the same one,
 * again and again.
 */
function apart(requests: autocannon.Request[], connections: number): (client: autocannon.Client) => void {
  let clients = 0;
  return (client) => {
    const first = Math.floor((clients++ * requests.length) / connections);
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
  };
}

/**
 * Work that applies a load.
 * @throws when any response is not 200 or has another body, because figures of errors are meaningless
 */
export const answering = (load: Load): Contender['work'] => {
  const { origin, paths, headers = {}, connections, rate, isDone } = load;
  const requests = paths.map((path) => (typeof path === 'string' ? { method: 'GET' as const, path } : path));
  const settings = {
    url: origin,
    connections,
    headers,
    requests,
    ...(rate !== undefined && { overallRate: rate }),
    ...(isDone && { verifyBody: (body?: string | Buffer) => isDone(String(body)) }),
  };
  return async (stage) => {
    const duration = stage === 'window' ? WINDOW_S : WARM_UP_S;
    const result = await autocannon({ ...settings, duration, setupClient: apart(requests, connections) });
    if (result.non2xx + result.errors + result.mismatches > 0)
      throw new Error(
        `${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors, ${result.mismatches} other bodies`,
      );
    return {
      answers: result['2xx'],
      requestsPerSecond: result.requests.average,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
    };
  };
};

import autocannon from 'autocannon';
import { cpuMs } from './cpu.ts';

const WARM_UP_S = 4;
const MEASURE_S = 10;

/** What is asked again and again, in turn. */
export interface Load {
  origin: string;
  paths: string[];
  headers?: Record<string, string>;
  connections: number;
}

/** What a load cost. */
export interface Measured {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU of all the processes that answer, in ms a request. */
  cpuMs: number;
}

/**
 * Puts a load on for some seconds, after a warm-up, and tells what it cost the processes.
 * @throws when any answer is not a 200: a figure of errors is worth nothing
 */
export async function measure(load: Load, pids: number[]): Promise<Measured> {
  await put(load, WARM_UP_S);
  const before = cpuMs(pids);
  const result = await put(load, MEASURE_S);
  const spent = cpuMs(pids) - before;
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: spent / result['2xx'],
  };
}

async function put(
  { origin, paths, headers = {}, connections }: Load,
  seconds: number,
): Promise<autocannon.Result> {
  const requests = paths.map((path) => ({ method: 'GET' as const, path }));
  const result = await autocannon({ url: origin, connections, duration: seconds, headers, requests });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  return result;
}

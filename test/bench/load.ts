import { Agent, request as send, type RequestOptions } from 'node:http';
import { WINDOW_S, type Contender, type LoadResult } from './measure.ts';

/** A request of a load. */
export interface LoadRequest {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** A load by ordinary clients: keep-alive connections that read and parse each response before they send the next request. */
export interface ClientLoad {
  origin: string;
  connections: number;
  /** The next request of any connection; undefined when there is none left. */
  next: () => LoadRequest | undefined;
  /** Duration; until the requests end when absent. */
  seconds?: number;
}

/**
 * Runs a load.
 * @throws when any response is not 200, because figures of errors are meaningless
 */
export async function clientLoad({ origin, connections, next, seconds }: ClientLoad): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);
  const times: number[] = [];
  const startedAt = performance.now();
  const until = seconds === undefined ? Infinity : startedAt + seconds * 1000;
  const client = async (): Promise<void> => {
    for (let one = next(); one !== undefined && performance.now() < until; one = next()) {
      const sentAt = performance.now();
      const { path, method = 'GET', headers = {}, body } = one;
      await exchange({ agent, hostname, port, path, method, headers }, body);
      times.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, client));
  } finally {
    agent.destroy();
  }
  return resultOf(times, (performance.now() - startedAt) / 1000);
}

/** Calls of each worker before the windows, so that the functions of the called processes are compiled. */
const WARM_UP_CALLS = 250;

/** Work that repeats a call, several at a time. @param call receives the number of the call */
export function repeated(workers: number, call: (n: number) => Promise<unknown>): Contender['work'] {
  return async (stage) => {
    const times: number[] = [];
    const startedAt = performance.now();
    const isOver = (calls: number): boolean =>
      stage === 'window' ? performance.now() >= startedAt + WINDOW_S * 1_000 : calls === WARM_UP_CALLS;
    const worker = async (first: number): Promise<void> => {
      for (let [n, calls] = [first, 0]; !isOver(calls); n += workers, calls++) {
        const calledAt = performance.now();
        await call(n);
        times.push(performance.now() - calledAt);
      }
    };
    await Promise.all(Array.from({ length: workers }, (_, first) => worker(first)));
    return resultOf(times, (performance.now() - startedAt) / 1000);
  };
}

/** The result of a load from the duration of each response, in ms. */
export function resultOf(times: number[], seconds: number): LoadResult {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    answers: times.length,
    requestsPerSecond: times.length / seconds,
    p50Ms: sorted[Math.floor(times.length / 2)]!,
    p99Ms: sorted[Math.floor(times.length * 0.99)]!,
  };
}

function exchange(options: RequestOptions, body: string | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = send(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${options.path}: ${response.statusCode} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

import { versions } from '@commerce/public-api/versions.ts';
import { invalid } from '@commerce/service-kit/fault.ts';

/** How much of an answer is told, in bytes. */
const TOLD_BYTES = 256 * 1024;

/** A request to the newest version of the public API. */
export interface AskedRequest {
  method: string;
  /** Below the version's root, with the query. */
  path: string;
  /** JSON; empty for none. */
  body: string;
  /** Empty for none. */
  idempotencyKey: string;
  accessToken: string;
}

/** What it was answered. */
export interface AskedAnswer {
  status: number;
  headers: { name: string; value: string }[];
  body: string;
  /** The body is longer. */
  cut: boolean;
  durationMs: number;
}

/** Asks the public API as an app would. @throws Fault for a path that leads out of it */
export type AskPublicApi = (request: AskedRequest, signal: AbortSignal) => Promise<AskedAnswer>;

/** Asks by HTTP, so that everything is as it is for apps: limits, validation, headers. @param origin where this gateway listens */
export function askPublicApi(origin: string): AskPublicApi {
  const root = `/api/public/${versions.at(-1)!.prefix}/`;
  return async ({ method, path, body, idempotencyKey, accessToken }, signal) => {
    const url = URL.parse(`${origin}${root.slice(0, -1)}${path}`);
    // Dots in a path lead upwards, and there is nothing else here that may be asked.
    if (url?.origin !== origin || !url.pathname.startsWith(root))
      throw invalid('path', 'Must be a path of the public API.');
    const startedAt = performance.now();
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === '' ? {} : { body }),
      redirect: 'manual',
      signal,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      headers: [...response.headers].map(([name, value]) => ({ name, value })),
      body: bytes.subarray(0, TOLD_BYTES).toString(),
      cut: bytes.length > TOLD_BYTES,
      durationMs: Math.round(performance.now() - startedAt),
    };
  };
}

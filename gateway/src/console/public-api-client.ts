import { invalid } from '@commerce/service-kit/fault.ts';

/** Maximum size of a returned body, in bytes. */
const MAX_BODY_BYTES = 256 * 1024;

/** Request to the newest version of the public API. */
export interface ApiRequest {
  method: string;
  /** Path below the version's root, with the query. */
  path: string;
  /** JSON; empty for none. */
  body: string;
  /** Empty for none. */
  idempotencyKey: string;
  accessToken: string;
}

/** Response of the public API. */
export interface ApiResponse {
  status: number;
  headers: { name: string; value: string }[];
  body: string;
  /** True if the body was longer. */
  cut: boolean;
  durationMs: number;
}

/** Calls the public API as an app would. @throws Fault for a path outside of it */
export type CallPublicApi = (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>;

/**
 * Calls by HTTP, so that limits, validation and headers are those of apps.
 * @param origin origin of this gateway
 * @param version prefix of the newest version
 */
export function publicApiClient(origin: string, version: string): CallPublicApi {
  const root = `/api/public/${version}/`;
  return async ({ method, path, body, idempotencyKey, accessToken }, signal) => {
    const url = URL.parse(`${origin}${root.slice(0, -1)}${path}`);
    // Dot segments could leave the public API, and no other path may be called.
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
      body: bytes.subarray(0, MAX_BODY_BYTES).toString(),
      cut: bytes.length > MAX_BODY_BYTES,
      durationMs: Math.round(performance.now() - startedAt),
    };
  };
}

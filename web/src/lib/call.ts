import type { AnswerOf, AnyConsoleRoute, InputOf } from '@commerce/console-api/route.ts';
import { urlOf } from '@commerce/console-api/url.ts';

/** Entry of a problem's `details`. */
export interface ProblemDetail {
  /** Stable, machine-readable. */
  reason: string;
  /** Path of the field, such as `variants[0].name`. */
  field?: string;
  message: string;
}

/** Call that was refused or did not reach the platform. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 when the platform was not reached. */
  readonly status: number;
  /** Code of the problem; `offline` when the platform was not reached. */
  readonly code: string;
  readonly details: ProblemDetail[];
  /** Id of the request, for support. */
  readonly requestId: string;
  /** Seconds to wait after a 429. */
  readonly retryAfterS: number | undefined;

  constructor(
    status: number,
    { code, detail, details, request_id, retryAfter }: Record<string, unknown> = { code: 'offline' },
  ) {
    super(typeof detail === 'string' ? detail : 'Could not reach the platform.');
    this.status = status;
    this.code = typeof code === 'string' ? code : status === 429 ? 'too_many_requests' : 'server_error';
    this.details = Array.isArray(details) ? (details as ProblemDetail[]) : [];
    this.requestId = typeof request_id === 'string' ? request_id : '';
    this.retryAfterS = typeof retryAfter === 'number' ? retryAfter : undefined;
  }

  /** Reports whether a detail has that reason. */
  has(reason: string): boolean {
    return this.details.some((detail) => detail.reason === reason);
  }

  /** True when the call may or may not have taken effect: retry it with the same key. */
  get unknownOutcome(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/**
 * Calls a route.
 * @throws ApiError
 */
export async function call<R extends AnyConsoleRoute>(
  route: R,
  input: InputOf<R>,
  { key, person, signal }: { key?: string; person?: string; signal?: AbortSignal } = {},
): Promise<AnswerOf<R>> {
  const { body } = input as { body?: unknown };
  const response = await fetch(urlOf(route, input), {
    method: route.method,
    headers: headersOf(route, body, key, person),
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new ApiError(0);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as Record<string, unknown>);
  return answer as AnswerOf<R>;
}

function headersOf(
  route: AnyConsoleRoute,
  body: unknown,
  key: string | undefined,
  person: string | undefined,
): Record<string, string> {
  if (route.method === 'GET') return {};
  return {
    'X-Console': '1',
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    ...(person === undefined ? {} : { 'X-Person': person }),
    ...(body === undefined || body instanceof Blob ? {} : { 'Content-Type': 'application/json' }),
  };
}

/** Generates an Idempotency-Key. Not `randomUUID`, which browsers offer over https only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

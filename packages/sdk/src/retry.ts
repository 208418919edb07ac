import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, errorOf, ConnectionError } from './errors.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8_000;

/** A complete response. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Limits of a request with its retries. */
export interface RetryOptions {
  maxRetries: number;
  /** Time for one attempt in ms. */
  timeoutMs: number;
  /** Ends the request, and the wait before a retry. */
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request until it has a response that a repetition would not change. Only for requests whose repetition has no
 * second effect. Returns 2xx and throws everything else: `ApiError`, `ConnectionError`, or the reason of `signal`.
 */
export async function sendWithRetries(
  url: string,
  init: RequestInit,
  { maxRetries, timeoutMs, signal }: RetryOptions,
): Promise<Received> {
  for (let attempt = 0; ; attempt++) {
    try {
      const received = await receive(url, init, timeoutMs, signal);
      if (received.status < 300) return received;
      throw errorOf(received.status, received.headers, received.text);
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt >= maxRetries || !isTransient(error)) throw error;
      await sleep(waitMs(error, attempt), undefined, { signal });
    }
  }
}

async function receive(
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Received> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const both = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  try {
    const response = await fetch(url, { ...init, signal: both, redirect: 'error' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const reason = timeout.aborted ? `no response within ${timeoutMs} ms` : causeOf(error);
    throw new ConnectionError(`${init.method} ${url} failed: ${reason}.`, { cause: error });
  }
}

/** `fetch` reports only "fetch failed"; its cause names the reason. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } };
  return cause?.code ?? cause?.message ?? message;
}

/** Failures that end by themselves; a request with a running idempotency key has another attempt under way. */
function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.status >= 500 || error.status === 429 || error.reason === 'idempotency_in_progress';
}

/** `Retry-After`, else exponential with full jitter. */
function waitMs(error: unknown, attempt: number): number {
  const backoffMs = Math.random() * Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS);
  return error instanceof ApiError ? (error.retryAfterMs ?? backoffMs) : backoffMs;
}

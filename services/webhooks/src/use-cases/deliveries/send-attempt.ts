import type { Dispatcher } from 'undici';
import { GuardedAgent, type ConnectOptions } from '@commerce/service-kit/outbound/guarded-agent.ts';
import { checkPublicUrl } from '@commerce/service-kit/outbound/public-url.ts';
import {
  errorMessage,
  NOT_PUBLIC_MESSAGE,
  statusMessage,
  timeoutMessage,
} from '../../domain/attempt-error.ts';

/** Bytes of a response body that are read (contract, section 8: 1 KB). */
const RESPONSE_BYTES = 1024;

/** Result of an attempt. */
export interface AttemptResult {
  /** The HTTP status; undefined when none arrived in time. */
  status: number | undefined;
  /** Error message; undefined for a success. */
  error: string | undefined;
  /** The first KB of the response body. */
  response: Buffer;
  retryAfter: string | undefined;
  durationMs: number;
}

/** HTTP request of an attempt. */
export interface AttemptRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

type Outcome = Omit<AttemptResult, 'durationMs'>;

const failed = (error: string): Outcome => ({
  status: undefined,
  error,
  response: Buffer.alloc(0),
  retryAfter: undefined,
});

/**
 * Sends attempts to untrusted receivers: an attempt ends within its time limit whatever the receiver does, follows no
 * redirect, reads at most 1 KB of the response, and connects to checked addresses only. Connections are kept alive for
 * each receiver.
 */
export class Sender {
  readonly #agent: GuardedAgent;
  readonly #options: ConnectOptions;

  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#agent = new GuardedAgent(options);
  }

  /** Makes one attempt; never rejects. */
  async attempt(request: AttemptRequest): Promise<AttemptResult> {
    const startedAt = performance.now();
    const outcome = await this.#attempt(request);
    return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
  }

  /** Closes every connection. */
  close(): Promise<void> {
    return this.#agent.close();
  }

  async #attempt(request: AttemptRequest): Promise<Outcome> {
    const { policy, timeoutMs } = this.#options;
    // Checked again, because the policy may have changed since the URL was saved.
    if ('problems' in checkPublicUrl(request.url, policy)) return failed(NOT_PUBLIC_MESSAGE);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    try {
      return await this.#exchange(request, timeout.signal);
    } catch (error) {
      return failed(timeout.signal.aborted ? timeoutMessage(timeoutMs) : errorMessage(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async #exchange(request: AttemptRequest, signal: AbortSignal): Promise<Outcome> {
    const { statusCode: status, headers, body } = await this.#send(request, signal);
    const retryAfter = headers['retry-after'];
    const outcome = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
    try {
      return { ...outcome, error: statusMessage(status), response: await readStart(body) };
    } catch (error) {
      // The status is logged although the response is incomplete.
      const message = signal.aborted ? timeoutMessage(this.#options.timeoutMs) : errorMessage(error);
      return { ...outcome, error: statusMessage(status) ?? message, response: Buffer.alloc(0) };
    }
  }

  async #send(request: AttemptRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { origin, pathname, search } = new URL(request.url);
    const { headers, body } = request;
    const options = { origin, path: pathname + search, method: 'POST' as const, headers, body, signal };
    try {
      return await this.#agent.request(options);
    } catch (error) {
      if (!isStale(error) || signal.aborted) throw error;
      return this.#agent.request(options);
    }
  }
}

/** Detects that the receiver closed a kept-alive connection just as it was used again. */
function isStale(error: unknown): boolean {
  const { code, socket } = error as { code?: string; socket?: { bytesRead?: number } };
  return code === 'UND_ERR_SOCKET' && (socket?.bytesRead ?? 0) > 0;
}

/** Reads the first KB; the connection is dropped when there is more. */
async function readStart(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, RESPONSE_BYTES - size));
    size += chunk.length;
    if (size >= RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks);
}

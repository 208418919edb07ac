import { Agent, type Dispatcher } from 'undici';
import { checkEndpointUrl } from '../domain/endpoint-url.ts';
import { errorWords, NOT_PUBLIC, statusWords, tookTooLong } from './error-words.ts';
import { guardedConnector, type ConnectOptions } from './guarded-connect.ts';

/** How much of an answer is read, in bytes (contract, section 8: 1 KB). */
const RESPONSE_BYTES = 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** How long an idle connection is kept, in ms, unless the receiver says otherwise: below what servers usually keep. */
const KEEP_ALIVE_MS = 4_000;

/** What came of an attempt. */
export interface AttemptResult {
  /** The HTTP status; undefined when none came in time. */
  status: number | undefined;
  /** What was wrong, in words; undefined for a success. */
  error: string | undefined;
  /** The first KB of the answer's body. */
  response: Buffer;
  retryAfter: string | undefined;
  durationMs: number;
}

/** What is sent. */
export interface AttemptRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

type Answer = Omit<AttemptResult, 'durationMs'>;

const failed = (error: string): Answer => ({
  status: undefined,
  error,
  response: Buffer.alloc(0),
  retryAfter: undefined,
});

/**
 * Sends to receivers, who may do what they want: an attempt ends within its time whatever they do, follows no redirect, reads at most a
 * KB of the answer, and goes to checked addresses only. Connections are kept alive for each receiver.
 */
export class Sender {
  readonly #agent: Agent;
  readonly #options: ConnectOptions;

  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#agent = new Agent({
      connect: guardedConnector(options),
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Our own limit is for all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Makes one attempt; never rejects. */
  async attempt(request: AttemptRequest): Promise<AttemptResult> {
    const startedAt = performance.now();
    const answer = await this.#attempt(request);
    return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
  }

  /** Closes every connection. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #attempt(request: AttemptRequest): Promise<Answer> {
    const { policy, timeoutMs } = this.#options;
    // It was checked when it was saved; what is allowed may have changed since.
    if ('problems' in checkEndpointUrl(request.url, policy)) return failed(NOT_PUBLIC);
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), timeoutMs);
    try {
      return await this.#exchange(request, ending.signal);
    } catch (error) {
      return failed(ending.signal.aborted ? tookTooLong(timeoutMs) : errorWords(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async #exchange(request: AttemptRequest, signal: AbortSignal): Promise<Answer> {
    const { statusCode: status, headers, body } = await this.#send(request, signal);
    const retryAfter = headers['retry-after'];
    const answer = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
    try {
      return { ...answer, error: statusWords(status), response: await readStart(body) };
    } catch (error) {
      // The status has been seen, and is told in the log, but the answer is not complete.
      const words = signal.aborted ? tookTooLong(this.#options.timeoutMs) : errorWords(error);
      return { ...answer, error: statusWords(status) ?? words, response: Buffer.alloc(0) };
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

/** Whether a connection that had been used before was closed, as idle ones are, at the moment of its next use. */
function isStale(error: unknown): boolean {
  const { code, socket } = error as { code?: string; socket?: { bytesRead?: number } };
  return code === 'UND_ERR_SOCKET' && (socket?.bytesRead ?? 0) > 0;
}

/** The first KB; the connection is dropped when there is more. */
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

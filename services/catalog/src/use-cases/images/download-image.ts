import type { Dispatcher } from 'undici';
import { GuardedAgent, type ConnectOptions } from '@commerce/service-kit/outbound/guarded-agent.ts';
import { AddressRefused, checkPublicUrl } from '@commerce/service-kit/outbound/public-url.ts';
import { MAX_IMAGE_BYTES } from '../../domain/image.ts';

/** Why an image could not be downloaded; the pages have the wording. */
export type DownloadFailure =
  | 'address_refused'
  | 'not_found'
  | 'refused'
  | 'too_large'
  | 'too_many_redirects'
  | 'timeout'
  | 'unreachable';

/** A download failed. */
export class DownloadError extends Error {
  override name = 'DownloadError';
  readonly failure: DownloadFailure;

  constructor(failure: DownloadFailure, cause?: unknown) {
    super(failure, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Downloads images from untrusted servers: within a time limit and a size, over checked addresses only. Each redirect is checked
 * like the first URL.
 */
export class Downloader {
  readonly #agent: GuardedAgent;
  readonly #options: ConnectOptions;

  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#agent = new GuardedAgent(options);
  }

  /** @throws DownloadError */
  async download(url: string): Promise<Buffer> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.#options.timeoutMs);
    try {
      return await this.#follow(url, timeout.signal);
    } catch (error) {
      if (timeout.signal.aborted) throw new DownloadError('timeout', error);
      throw error instanceof DownloadError ? error : new DownloadError(failureOf(error), error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes every connection. */
  close(): Promise<void> {
    return this.#agent.close();
  }

  async #follow(first: string, signal: AbortSignal): Promise<Buffer> {
    let url = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const { statusCode: status, headers, body } = await this.#request(url, signal);
      const { location } = headers;
      if (!REDIRECTS.includes(status) || typeof location !== 'string') return readBody(status, body);
      discard(body);
      url = URL.parse(location, url)?.href ?? '';
    }
    throw new DownloadError('too_many_redirects');
  }

  #request(url: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const checked = checkPublicUrl(withoutFragment(url), this.#options.policy);
    if ('problems' in checked) throw new DownloadError('address_refused');
    const { origin, pathname, search } = new URL(checked.url);
    const headers = { accept: 'image/*', 'user-agent': 'Mostrador-Images' };
    return this.#agent.request({ origin, path: pathname + search, method: 'GET', headers, signal });
  }
}

const withoutFragment = (url: string): string => url.replace(/#.*$/, '');

/** Ends a response that is not needed, with its connection. */
function discard(body: Dispatcher.ResponseData['body']): void {
  // Without a listener, the error of the early end would crash the process.
  body.on('error', () => undefined);
  body.destroy();
}

async function readBody(status: number, body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  if (status < 200 || status > 299) {
    discard(body);
    throw new DownloadError(failureOfStatus(status));
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_IMAGE_BYTES) throw new DownloadError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function failureOfStatus(status: number): DownloadFailure {
  if (status === 404 || status === 410) return 'not_found';
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status) ? 'refused' : 'unreachable';
}

function failureOf(error: unknown): DownloadFailure {
  const { cause } = error as { cause?: unknown };
  return error instanceof AddressRefused || cause instanceof AddressRefused
    ? 'address_refused'
    : 'unreachable';
}

import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { isAllowedAddress, type UrlPolicy } from './public-url.ts';
import type { Resolve } from './resolve-hostname.ts';

const MAX_HEADER_BYTES = 16 * 1024;
/** Lifetime of an idle connection, in ms, unless the host sets one: shorter than that of common servers. */
const KEEP_ALIVE_MS = 4_000;

/** A host has an address that is not allowed. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** Options of connections to untrusted hosts. */
export interface ConnectOptions {
  policy: UrlPolicy;
  resolve: Resolve;
  /** Additional trusted certificate authorities, in PEM. */
  extraCa: string | undefined;
  timeoutMs: number;
}

/**
 * HTTP client of untrusted hosts, with connections that are kept alive. It has no time limit of its own for a request:
 * callers end it by a signal.
 */
export class GuardedAgent {
  readonly #options: ConnectOptions;
  #opened: Promise<Agent> | undefined;

  constructor(options: ConnectOptions) {
    this.#options = options;
  }

  async request(options: Dispatcher.RequestOptions & { origin: string }): Promise<Dispatcher.ResponseData> {
    const agent = await (this.#opened ??= openAgent(this.#options));
    return agent.request(options);
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await (await this.#opened)?.destroy();
  }
}

/** The library takes 4 MiB, so it is loaded with the first request. */
async function openAgent(options: ConnectOptions): Promise<Agent> {
  const undici = await import('undici');
  return new undici.Agent({
    connect: guardedConnector(undici.buildConnector, options),
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Connects to checked addresses only: the name is resolved once, every address must be allowed, and the connection uses
 * one of these addresses. TLS is always verified, whatever the environment sets.
 */
function guardedConnector(
  build: typeof buildConnector,
  { policy, resolve, extraCa, timeoutMs }: ConnectOptions,
): buildConnector.connector {
  const connect = build({
    allowH2: false,
    timeout: timeoutMs,
    rejectUnauthorized: true,
    lookup: guardedLookup(policy, resolve),
    ...(extraCa === undefined ? {} : { ca: [...getCACertificates('default'), extraCa] }),
  });
  return (options, callback) => {
    // A literal address is not looked up.
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowedAddress(host, policy)) return callback(refusal(host), null);
    return connect(options, callback);
  };
}

const refusal = (host: string): AddressRefused => new AddressRefused(`${host} is not allowed`);

function guardedLookup(policy: UrlPolicy, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const find = async (): Promise<void> => {
      const addresses = await resolve(hostname);
      const [first] = addresses;
      if (first === undefined) throw new Error('no address');
      if (!addresses.every(({ address }) => isAllowedAddress(address, policy))) throw refusal(hostname);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    find().catch((error: Error) => callback(error, ''));
  };
}

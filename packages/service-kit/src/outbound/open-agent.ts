import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import type { ConnectOptions } from './guarded-agent.ts';
import { AddressRefused, isAllowedAddress, type UrlPolicy } from './public-url.ts';
import type { Resolve } from './resolve-hostname.ts';

const MAX_HEADER_BYTES = 16 * 1024;
/** Lifetime of an idle connection, in ms, unless the host sets one: shorter than that of common servers. */
const KEEP_ALIVE_MS = 4_000;

/** Opens the agent of `GuardedAgent`. */
export const openAgent = (options: ConnectOptions): Agent =>
  new Agent({
    connect: guardedConnector(options),
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });

/**
 * Connects to checked addresses only: the name is resolved once, every address must be allowed, and the connection uses
 * one of these addresses. TLS is always verified, whatever the environment sets.
 */
function guardedConnector({ policy, resolve, extraCa, timeoutMs }: ConnectOptions): buildConnector.connector {
  const connect = buildConnector({
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

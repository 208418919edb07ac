import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { isAllowedAddress, type UrlPolicy } from './public-url.ts';
import type { Resolve } from './resolve-hostname.ts';

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
 * Connects to checked addresses only: the name is resolved once, every address must be allowed, and the connection uses
 * one of these addresses. TLS is always verified, whatever the environment sets.
 */
export function guardedConnector({
  policy,
  resolve,
  extraCa,
  timeoutMs,
}: ConnectOptions): buildConnector.connector {
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

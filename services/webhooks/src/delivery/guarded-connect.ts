import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { isAllowedAddress, type UrlPolicy } from '../domain/endpoint-url.ts';
import type { Resolve } from './resolve.ts';

/** A host has an address that nothing may be sent to. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** How connections to receivers are made. */
export interface ConnectOptions {
  policy: UrlPolicy;
  resolve: Resolve;
  /** Certificate authorities that are trusted beside the usual ones, in PEM. */
  extraCa: string | undefined;
  timeoutMs: number;
}

/**
 * Connects to addresses that were checked, and to no others: the name is resolved once, every address that it has must be allowed, and
 * the connection goes to one of these very addresses. TLS is verified whatever the environment says.
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
    // An address is connected to without a look-up.
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowedAddress(host, policy)) return callback(refusal(host), null);
    return connect(options, callback);
  };
}

const refusal = (host: string): AddressRefused => new AddressRefused(`${host} is not to be connected to`);

function guardedLookup(policy: UrlPolicy, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const answer = async (): Promise<void> => {
      const addresses = await resolve(hostname);
      const [first] = addresses;
      if (first === undefined) throw new Error('no address');
      if (!addresses.every(({ address }) => isAllowedAddress(address, policy))) throw refusal(hostname);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    answer().catch((error: Error) => callback(error, ''));
  };
}

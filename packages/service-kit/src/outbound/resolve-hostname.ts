import { lookup, Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';

/** An address of a host. */
export interface Address {
  address: string;
  family: 4 | 6;
}

/** Finds every address of a name. @throws Error when it has none */
export type Resolve = (hostname: string) => Promise<Address[]>;

const TIMEOUT_MS = 2_000;

const toAddress = (address: string): Address => ({ address, family: isIPv4(address) ? 4 : 6 });

/**
 * Resolves names with DNS alone: without hosts file and search domains, which could map a name into our own network.
 * Unlike the lookup of the system it takes no thread of the pool: a name server that hangs delays only its own names.
 */
export function dnsResolve(): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value.map(toAddress) : []));
  };
}

/** Resolves names as the machine does; for the local stack, whose hosts are on it. */
export const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => toAddress(address));
};

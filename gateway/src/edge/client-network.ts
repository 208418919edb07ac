import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import { embeddedV4 } from '@commerce/service-kit/outbound/public-address.ts';

const GROUPS = 8;
/** Groups of the part of an IPv6 address that identifies a network: the rest of them are its hosts' to choose. */
const NETWORK_GROUPS = 4;

/** The network of a request's client, by which the client is limited. */
export const clientNetworkOf = (req: Request): string => networkOf(req.ip ?? '');

/** The network of a client: an IPv4 address, also one mapped to IPv6, is its own; an IPv6 address belongs to its /64. */
export function networkOf(address: string): string {
  const plain = embeddedV4(address) ?? address;
  if (!isIPv6(plain)) return plain;
  // The URL parser writes every notation of an address in one form.
  const { hostname } = new URL(`http://[${plain.replace(/%.*$/, '')}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const omitted = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return `${[...before, ...omitted, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import { embeddedV4, ipv6Groups } from '@commerce/service-kit/outbound/public-address.ts';

/** Groups of the part of an IPv6 address that identifies a network: the rest of them are its hosts' to choose. */
const NETWORK_GROUPS = 4;

/** The network of a request's client, by which the client is limited. */
export const clientNetworkOf = (req: Request): string => networkOf(req.ip ?? '');

/** The network of a client: an IPv4 address, also one mapped to IPv6, is its own; an IPv6 address belongs to its /64. */
export function networkOf(address: string): string {
  const plain = embeddedV4(address) ?? address;
  if (!isIPv6(plain)) return plain;
  return `${ipv6Groups(plain).slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

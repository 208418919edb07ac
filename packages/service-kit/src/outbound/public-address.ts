import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 ranges that are not globally reachable, or not a single host (IANA special-purpose registry). */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * The only IPv6 range of public hosts (RFC 4291), and the exceptions within it: Teredo and others, documentation, 6to4.
 */
const UNICAST_V6 = ['2000::/3'];
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
/** IPv6 forms that embed an IPv4 address: mapped, and NAT64 (RFC 6052). */
const EMBEDS_V4 = ['::ffff:0:0/96', '64:ff9b::/96'];

const notPublicV4 = addressRanges(NOT_PUBLIC_V4)!;
const unicastV6 = addressRanges(UNICAST_V6)!;
const notPublicV6 = addressRanges(NOT_PUBLIC_V6)!;
const embedsV4 = addressRanges(EMBEDS_V4)!;

/** Parses address ranges in CIDR notation; undefined when one is malformed. */
export function addressRanges(cidrs: string[]): BlockList | undefined {
  const ranges = new BlockList();
  for (const cidr of cidrs) {
    const [, address = '', bits = ''] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(cidr) ?? [];
    const family = isIP(address);
    if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return undefined;
    ranges.addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  }
  return ranges;
}

/** Checks whether an address (IPv4 or IPv6, not a name) is in the ranges; an embedded IPv4 address counts as itself. */
export function isWithin(ranges: BlockList, address: string): boolean {
  const plain = embeddedV4(address) ?? address;
  return ranges.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

/** Checks whether an address is globally reachable. */
export function isPublicAddress(address: string): boolean {
  const plain = embeddedV4(address) ?? address;
  if (isIPv4(plain)) return !notPublicV4.check(plain, 'ipv4');
  if (isIP(plain) === 0) return false;
  return unicastV6.check(plain, 'ipv6') && !notPublicV6.check(plain, 'ipv6');
}

/** The eight groups of an IPv6 address in hexadecimal, without leading zeros. */
export function ipv6Groups(address: string): string[] {
  // The URL parser writes every notation in one form, in which `::` stands for omitted groups.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const omitted = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...omitted, ...after];
}

/** The IPv4 address that an IPv6 address embeds, if any. */
export function embeddedV4(address: string): string | undefined {
  if (isIP(address) !== 6 || !embedsV4.check(address, 'ipv6')) return undefined;
  const [high = 0, low = 0] = ipv6Groups(address)
    .slice(-2)
    .map((group) => parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

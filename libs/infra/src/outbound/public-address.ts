import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that look public to the library and are not meant to be reached from a server. */
const ALSO_PRIVATE = new BlockList();
ALSO_PRIVATE.addSubnet('192.0.0.0', 24, 'ipv4');
ALSO_PRIVATE.addSubnet('198.18.0.0', 15, 'ipv4');
ALSO_PRIVATE.addSubnet('2001::', 23, 'ipv6');
ALSO_PRIVATE.addSubnet('3fff::', 20, 'ipv6');

/** All that IPv6 gives to public networks (RFC 4291); outside it lie ::/96 and other forms that hide an IPv4 address. */
const GLOBAL_UNICAST = new BlockList();
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address belongs to the public Internet: neither private, loopback, link-local (cloud metadata), shared,
 * multicast nor reserved, nor one that hides an IPv4 address in an IPv6 one.
 */
export const isPublicAddress = (address: string): boolean => {
  const kind = isIP(address);
  if (kind === 0) return false;
  if (kind === 6 && !GLOBAL_UNICAST.check(address, 'ipv6')) return false;
  const parsed = ipaddr.parse(address);
  if (ALSO_PRIVATE.check(parsed.toString(), parsed.kind())) return false;
  return parsed.range() === 'unicast';
};

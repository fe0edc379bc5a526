import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that look public to the library and are not meant to be reached from a server. */
const ALSO_PRIVATE = new BlockList();
ALSO_PRIVATE.addSubnet('192.0.0.0', 24, 'ipv4');
ALSO_PRIVATE.addSubnet('198.18.0.0', 15, 'ipv4');
ALSO_PRIVATE.addSubnet('2001::', 23, 'ipv6');
ALSO_PRIVATE.addSubnet('fec0::', 10, 'ipv6');

/**
 * Whether an address belongs to the public Internet: neither private, loopback, link-local (cloud metadata), shared,
 * multicast nor reserved, nor one that hides an IPv4 address in an IPv6 one.
 */
export const isPublicAddress = (address: string): boolean => {
  const kind = isIP(address);
  if (kind === 0) return false;
  const parsed = ipaddr.process(address);
  if (ALSO_PRIVATE.check(parsed.toString(), parsed.kind())) return false;
  return parsed.range() === 'unicast';
};

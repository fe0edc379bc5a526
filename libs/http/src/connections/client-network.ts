import { isIPv4, isIPv6 } from 'node:net';

/** With a port behind it, as some proxies name the clients they speak for. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Groups of an IPv6 address that name a network as providers give them out: a /64. */
const NETWORK_GROUPS = 4;

/** Where somebody comes from who is gone: their socket has no address any more. */
const GONE = 'gone';

/** All eight groups of an address in any of its forms, as URLs write them. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
};

/**
 * The network a client comes from, by which clients are told apart: an IPv4 address, also one within an IPv6 one, or the /64
 * of an IPv6 address, of which every client has as many addresses as they like. What is no address stands for itself.
 *
 * @param ip as Fastify's `request.ip`: undefined, whatever its type says, of a client that has reset its connection meanwhile
 */
export const networkOf = (ip: string | undefined): string => {
  if (ip === undefined) return GONE;
  const [, v4WithPort, v6InBrackets] = WITH_PORT.exec(ip) ?? [];
  const bare = v4WithPort ?? v6InBrackets ?? ip;
  const address = bare.split('%', 1)[0] ?? bare;
  const v4 = MAPPED.exec(address)?.[1] ?? address;
  if (isIPv4(v4) || !isIPv6(address)) return v4;
  return `${groupsOf(address).slice(0, NETWORK_GROUPS).join(':')}::/64`;
};

/** Groups of an IPv6 address that name a provider's customer at most. */
const SHORT_GROUPS = 3;

/**
 * A client's address as logs may keep it: without its last 8 of 32, or 80 of 128 bits.
 *
 * @param ip see {@link networkOf}
 */
export const shortened = (ip: string | undefined): string => {
  const network = networkOf(ip);
  if (isIPv4(network)) return network.replace(/\d+$/, '0/24');
  return network.endsWith('/64') ? `${network.split(':').slice(0, SHORT_GROUPS).join(':')}::/48` : 'unknown';
};

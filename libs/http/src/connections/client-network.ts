import { isIPv4, isIPv6 } from 'node:net';

/** An address followed by a port, as some proxies write it in X-Forwarded-For. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Leading groups of an IPv6 address that identify a network as providers assign them: a /64. */
const NETWORK_GROUPS = 4;

/** Stands for the network of a client that has disconnected: its socket has no address any more. */
const GONE = 'gone';

/** Expands an IPv6 address of any notation to its eight groups. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
};

/**
 * Returns the network by which clients are distinguished: the IPv4 address (also of an IPv4-mapped IPv6 one), or the /64
 * of an IPv6 address, within which a client can use any address they like. Anything that is not an address is returned
 * as it is.
 *
 * @param ip Fastify's `request.ip`: despite its type undefined once the client has reset the connection
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

/** Leading groups of an IPv6 address that identify at most one customer of a provider: a /48. */
const SHORT_GROUPS = 3;

/**
 * Truncates a client's address for logs: the last 8 of 32 bits (IPv4) or 80 of 128 bits (IPv6) are dropped.
 *
 * @param ip see {@link networkOf}
 */
export const shortened = (ip: string | undefined): string => {
  const network = networkOf(ip);
  if (isIPv4(network)) return network.replace(/\d+$/, '0/24');
  return network.endsWith('/64') ? `${network.split(':').slice(0, SHORT_GROUPS).join(':')}::/48` : 'unknown';
};

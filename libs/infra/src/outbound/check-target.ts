import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { MAX_URL_LENGTH } from '@weir/kinds';

/** Why a request to an external target was not made, or failed. */
type OutboundProblem = 'URL_REFUSED' | 'ADDRESS_REFUSED' | 'UNRESOLVED' | 'TIMEOUT' | 'FAILED';

/** Thrown where a request to an external target has no answer. Its message may be shown to anybody who named the target. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly problem: OutboundProblem,
    message: string,
  ) {
    super(message);
  }
}

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

/** Which external targets may be requested. */
export interface TargetRules {
  /** Whether private networks and plain HTTP are allowed: for local work. */
  readonly allowPrivate: boolean;
}

/** Below it only the web's ports are allowed, so that the service cannot be made to talk to a mail server. */
const FIRST_FREE_PORT = 1_024;
const WEB_PORTS = new Set(['', '80', '443']);

/** What `URL` removes or escapes in silence: the text that is kept would be another than the one requested. */
const BLANK_OR_CONTROL = /[\s\p{Cc}]/u;

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Checks the URL of an external target, as far as possible without a look-up.
 *
 * @throws OutboundError URL_REFUSED, ADDRESS_REFUSED
 */
export const checkTarget = (text: string, { allowPrivate }: TargetRules): URL => {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text) ? new URL(text) : null;
  if (url === null)
    throw new OutboundError(
      'URL_REFUSED',
      `It is not a URL of up to ${MAX_URL_LENGTH.toLocaleString('en')} characters`,
    );
  if (BLANK_OR_CONTROL.test(text))
    throw new OutboundError('URL_REFUSED', 'The URL must not contain spaces, line breaks or control characters');
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new OutboundError('URL_REFUSED', 'The URL must begin with https://');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('URL_REFUSED', 'The URL must not carry a user name or a password');
  if (!WEB_PORTS.has(url.port) && Number(url.port) < FIRST_FREE_PORT)
    throw new OutboundError('URL_REFUSED', 'The port must be 80, 443, or 1024 and above');
  const host = hostOf(url);
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    throw new OutboundError('ADDRESS_REFUSED', 'The address is in a private or reserved network');
  return url;
};

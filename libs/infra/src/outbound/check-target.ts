import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.js';
import { isPublicAddress } from './public-address.js';

/** Which external targets may be requested. */
export interface TargetRules {
  /** Whether private networks and plain HTTP are allowed: for local work. */
  readonly allowPrivate: boolean;
}

const MAX_URL = 2_048;
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
  const url = text.length <= MAX_URL && URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new OutboundError('URL_REFUSED', 'This is no URL of up to 2,048 characters');
  if (BLANK_OR_CONTROL.test(text))
    throw new OutboundError('URL_REFUSED', 'The URL must not contain blanks, line breaks or control characters');
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new OutboundError('URL_REFUSED', 'The URL must begin with https://');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('URL_REFUSED', 'The URL must not carry a user name or a password');
  if (!WEB_PORTS.has(url.port) && Number(url.port) < FIRST_FREE_PORT)
    throw new OutboundError('URL_REFUSED', 'The port must be 80, 443, or 1024 and above');
  const host = hostOf(url);
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    throw new OutboundError('ADDRESS_REFUSED', 'The address is of a private or reserved network');
  return url;
};

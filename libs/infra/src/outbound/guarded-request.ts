import { lookup, type LookupAddress, promises } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { checkTarget, isPublicAddress, OutboundError, type TargetRules } from './check-target.js';
import { exchange, type Exchange, type OutboundAnswer } from './exchange.js';

const RESOLVER = { timeout: 3_000, tries: 2 };

/** Resolves all addresses of a name, without the thread pool that file reads share and slow name servers could exhaust. */
const resolve = async (hostname: string): Promise<LookupAddress[]> => {
  const resolver = new promises.Resolver(RESOLVER);
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
};

const resolvePublic = async (hostname: string): Promise<LookupAddress[]> => {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new OutboundError('UNRESOLVED', 'The host name does not resolve');
  // One address that is not public is enough to refuse a name.
  if (addresses.some(({ address }) => !isPublicAddress(address)))
    throw new OutboundError('ADDRESS_REFUSED', 'The host name resolves to a private or reserved network');
  return addresses;
};

/**
 * Looks up the address that a connection goes to: the address that is checked is the one connected to, so that a second look-up
 * of the name cannot lead elsewhere.
 */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  resolvePublic(hostname).then(
    (addresses) => {
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    },
    (error: unknown) => callback(error as NodeJS.ErrnoException, '', 0),
  );
};

/** Resolves names as the system does, private addresses included, for local work. */
const openLookup: LookupFunction = lookup;

/** A request to a target that a stranger named. */
export interface OutboundRequest
  extends TargetRules, Pick<Exchange, 'method' | 'headers' | 'body' | 'timeoutMs' | 'maxBytes' | 'signal'> {
  readonly url: string;
}

/**
 * Sends a request to a target that a stranger named: never into private networks, for any name resolves to; without
 * following redirects; bounded in time and size, see {@link exchange}.
 *
 * @throws OutboundError
 */
export const guardedRequest = async ({ url, allowPrivate, ...request }: OutboundRequest): Promise<OutboundAnswer> =>
  exchange({
    ...request,
    url: checkTarget(url, { allowPrivate }),
    // A connection of its own: one that was checked for another name is never reused.
    agent: false,
    lookup: allowPrivate ? openLookup : guardedLookup,
  });

import { lookup, type LookupAddress, promises } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkTarget, isPublicAddress, OutboundError, type TargetRules } from './check-target.js';

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

type UpgradeListener = (response: IncomingMessage, socket: Duplex) => void;

export interface OutboundRequest extends TargetRules {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the first look-up of its address to the end of the answer, milliseconds. */
  readonly timeoutMs: number;
  /** What is read of the answer's body at most. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** The response of an external target. */
interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Whether the body ended within what was read. */
  readonly isWhole: boolean;
}

/** Reads a body up to a bound, and discards the rest. */
const readBody = async (
  response: IncomingMessage,
  maxBytes: number,
): Promise<Pick<OutboundAnswer, 'body' | 'isWhole'>> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) {
      response.destroy();
      return { body: Buffer.concat(pieces), isWhole: false };
    }
    pieces.push(piece);
  }
  return { body: Buffer.concat(pieces), isWhole: true };
};

const begin = (
  { url, method, headers, body, allowPrivate }: OutboundRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const target = checkTarget(url, { allowPrivate });
    const send = target.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(target, {
      method,
      // A connection of its own: none that was judged for another name is used again.
      agent: false,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      lookup: allowPrivate ? openLookup : guardedLookup,
      signal,
    });
    // Who switches to another protocol gives no response. Without a listener nothing would be heard of the request again: the
    // connection is closed before the signal could end it with an error.
    const refuseUpgrade: UpgradeListener = (_response, socket) => {
      socket.destroy();
      reject(new OutboundError('FAILED', 'The target switched to another protocol'));
    };
    request.once('response', resolve).once('upgrade', refuseUpgrade).on('error', reject).end(body);
  });

const explain = (error: unknown, isLate: boolean): OutboundError => {
  if (error instanceof OutboundError) return error;
  if (isLate) return new OutboundError('TIMEOUT', 'The target did not answer in time');
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection';
  return new OutboundError('FAILED', `The target could not be reached (${code})`);
};

/**
 * Sends a request to a target that a stranger named: never into private networks, whatever the name resolves to; without
 * following redirects; bounded in time and size.
 *
 * @throws OutboundError
 */
export const guardedRequest = async (request: OutboundRequest): Promise<OutboundAnswer> => {
  // Not AbortSignal.any: a signal that lives for days would remember every request made with it.
  const over = new AbortController();
  const end = (): void => over.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, request.timeoutMs);
  request.signal?.addEventListener('abort', end, { once: true });
  if (request.signal?.aborted === true) end();
  try {
    const response = await begin(request, over.signal);
    const { body, isWhole } = await readBody(response, request.maxBytes);
    return { status: response.statusCode ?? 0, headers: response.headers, body, isWhole };
  } catch (error) {
    throw explain(error, isLate);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', end);
  }
};

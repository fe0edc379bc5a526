import { binToHex, sha256 } from '@bitauth/libauth';
import { guardedRequest, OutboundError } from '@weir/infra';

/** Which addresses of a registry may be requested. */
export interface UrlRules {
  /** Base URL of the gateway that serves IPFS, which ends in `/ipfs/`. */
  readonly ipfsGateway: string;
  /** Whether plain HTTP is taken too: for local work. */
  readonly allowPrivate: boolean;
}

const WELL_KNOWN = '/.well-known/bitcoin-cash-metadata-registry.json';
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//iu;
const IPFS_PATH = /^[a-zA-Z0-9]{32,100}(\/[\w.~-]{1,100}){0,8}$/u;
const MAX_URLS = 4;

const toUrl = (uri: string, { ipfsGateway, allowPrivate }: UrlRules): string | undefined => {
  if (uri.startsWith('ipfs://')) {
    const path = uri.slice('ipfs://'.length);
    return IPFS_PATH.test(path) ? `${ipfsGateway}${path}` : undefined;
  }
  const full = SCHEME.test(uri) ? uri : `https://${uri}`;
  if (!full.startsWith('https://') && !(allowPrivate && full.startsWith('http://'))) return undefined;
  if (!URL.canParse(full)) return undefined;
  const hasPath = full.slice(full.indexOf('://') + '://'.length).includes('/');
  return hasPath ? full : `${full}${WELL_KNOWN}`;
};

/**
 * Lists the addresses of a registry by the URIs of its publication (CHIP-BCMR): those without a scheme are HTTPS, those
 * without a path mean the well-known one, IPFS goes through a gateway. Others, and more than four, are left out.
 */
export const registryUrls = (uris: readonly string[], rules: UrlRules): readonly string[] => {
  const urls = uris.flatMap((uri) => toUrl(uri, rules) ?? []);
  return [...new Set(urls)].slice(0, MAX_URLS);
};

export type FetchResult =
  | 'ok'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'status'
  | 'redirects'
  | 'too_large'
  | 'wrong_hash';

/** Bounds of fetching a registry. */
export interface FetchRules {
  /** Whether private networks and plain HTTP are allowed: for local work. */
  readonly allowPrivate: boolean;
  /** Longest time for one address with all its redirects, milliseconds. */
  readonly timeoutMs: number;
  /** Largest registry, bytes. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** Called with the result for each address. */
  readonly onResult?: (result: FetchResult) => void;
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = { accept: 'application/json', 'user-agent': 'weir-bcmr' };

type Fetched = { readonly result: 'ok'; readonly text: string } | { readonly result: Exclude<FetchResult, 'ok'> };

const PROBLEMS = {
  URL_REFUSED: 'refused',
  ADDRESS_REFUSED: 'refused',
  UNRESOLVED: 'unreachable',
  TIMEOUT: 'timeout',
  FAILED: 'unreachable',
} as const;

/** Asks one address and follows its redirects, each of which is checked again. */
const fetchOne = async (first: string, hash: string, rules: FetchRules): Promise<Fetched> => {
  const { allowPrivate, timeoutMs, maxBytes, signal } = rules;
  const end = Date.now() + timeoutMs;
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const { status, headers, body, isWhole } = await guardedRequest({
      url,
      method: 'GET',
      headers: HEADERS,
      allowPrivate,
      maxBytes,
      timeoutMs: Math.max(1, end - Date.now()),
      ...(signal && { signal }),
    });
    if (REDIRECTS.has(status) && headers.location !== undefined) {
      if (!URL.canParse(headers.location, url)) return { result: 'refused' };
      url = new URL(headers.location, url).href;
      continue;
    }
    if (status !== 200) return { result: 'status' };
    if (!isWhole) return { result: 'too_large' };
    if (binToHex(sha256.hash(body)) !== hash) return { result: 'wrong_hash' };
    return { result: 'ok', text: body.toString('utf8') };
  }
  return { result: 'redirects' };
};

/**
 * Fetches a registry from the first of several addresses that gives the one with this hash. The hash makes it safe to take it
 * from any server; the addresses come from strangers.
 *
 * @param hash SHA-256, hex
 * @returns its text; undefined where none does
 */
export const fetchRegistry = async (urls: readonly string[], hash: string, rules: FetchRules) => {
  for (const url of urls) {
    const fetched = await fetchOne(url, hash, rules).catch((error: unknown): Fetched => {
      if (error instanceof OutboundError) return { result: PROBLEMS[error.problem] };
      throw error;
    });
    rules.onResult?.(fetched.result);
    if (fetched.result === 'ok') return fetched.text;
    if (rules.signal?.aborted === true) return undefined;
  }
  return undefined;
};

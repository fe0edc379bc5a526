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

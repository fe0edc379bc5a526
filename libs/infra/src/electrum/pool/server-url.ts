/** Where an Electrum server listens. */
export interface ServerAddress {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly encrypted: boolean;
}

const DEFAULT_PORTS = { 'ws:': 50003, 'wss:': 50004 } as const;

const isSupported = (protocol: string): protocol is keyof typeof DEFAULT_PORTS => protocol in DEFAULT_PORTS;

/**
 * Reads a server's URL: `wss://host[:port]`, or `ws://` for one without encryption.
 *
 * @throws RangeError for anything else
 */
export const parseServerUrl = (url: string): ServerAddress => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !isSupported(parsed.protocol) || parsed.hostname === '') {
    throw new RangeError(`"${url}" is no Electrum server: use wss://host:port, or ws://host:port without encryption`);
  }
  const port = parsed.port === '' ? DEFAULT_PORTS[parsed.protocol] : Number(parsed.port);
  return { url, host: parsed.hostname, port, encrypted: parsed.protocol === 'wss:' };
};

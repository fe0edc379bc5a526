/** Where an Electrum server listens. */
export interface ServerAddress {
  readonly url: string;
  readonly transport: 'websocket' | 'tcp';
  readonly host: string;
  readonly port: number;
  readonly encrypted: boolean;
}

/** What each scheme stands for, with the port servers customarily use. */
const SCHEMES = {
  'tcp:': { transport: 'tcp', encrypted: false, port: 50001 },
  'tls:': { transport: 'tcp', encrypted: true, port: 50002 },
  'ws:': { transport: 'websocket', encrypted: false, port: 50003 },
  'wss:': { transport: 'websocket', encrypted: true, port: 50004 },
} as const;

const isSupported = (protocol: string): protocol is keyof typeof SCHEMES => Object.hasOwn(SCHEMES, protocol);

/**
 * Parses a server's URL: `wss://host[:port]` or `tls://host[:port]`; `ws://` and `tcp://` without encryption.
 *
 * @throws RangeError for anything else
 */
export const parseServerUrl = (url: string): ServerAddress => {
  const protocol = /^[a-z]+:/i.exec(url)?.[0].toLowerCase() ?? '';
  // Read as ws: so that all schemes get the host and port rules of the well-known ones.
  const plain = `ws:${url.slice(protocol.length)}`;
  const parsed = isSupported(protocol) && URL.canParse(plain) ? new URL(plain) : undefined;
  if (!isSupported(protocol) || parsed === undefined || parsed.hostname === '') {
    throw new RangeError(
      `"${url}" is not an Electrum server: use wss://host:port or tls://host:port, ws:// or tcp:// without encryption`,
    );
  }
  const { transport, encrypted, port } = SCHEMES[protocol];
  // The URL parser drops a port that is the default of ws.
  const given = /:(\d+)\/?$/.exec(url)?.[1];
  return { url, transport, host: parsed.hostname, port: given === undefined ? port : Number(given), encrypted };
};

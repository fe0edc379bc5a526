import { binToBech32Padded, hexToBin } from '@bitauth/libauth';

/** The keys of a session, hex. */
export interface SessionKeys {
  readonly privateKey: string;
  /** 8 bytes, by which the wallet shows that it has read the code. */
  readonly secret: string;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { ws: '80', wss: '443' };

/**
 * Returns the code that a wallet scans, as a link, and as a QR code's text: upper case, which makes a smaller picture.
 *
 * @param publicKey the page's, hex
 */
export const pairingCode = (
  publicKey: string,
  secret: string,
  relayUrl: string,
): { readonly link: string; readonly code: string } => {
  const { protocol, hostname, port } = new URL(relayUrl);
  const scheme = protocol.slice(0, -1);
  const at = port === '' || port === DEFAULT_PORTS[scheme] ? hostname : `${hostname}:${port}`;
  const [key, shown] = [publicKey, secret].map((hex) => binToBech32Padded(hexToBin(hex)));
  const link = `wiz://${at}?p=${key ?? ''}&s=${shown ?? ''}${scheme === 'wss' ? '' : `&pr=${scheme}`}`;
  return { link, code: link.toUpperCase().replace('?', '%3F').replaceAll('=', '%3D').replaceAll('&', '%26') };
};

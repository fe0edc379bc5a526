import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { binToHex, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';
import { encodePriceMessage } from '@weir/payments';
import { signMessage, type SignedMessage } from '@weir/payments/oracle';

/** Seconds between two messages. */
const EVERY = 60n;
/** Number of the first message that could be: minutes since this time, Unix seconds. */
const EPOCH = 1_500_000_000n;
/** Messages of other kinds that the oracle has signed before its first price. */
const METADATA = 7n;
/** Most messages of an answer. */
const MAX_MESSAGES = 1_440;

/** A message as relays hand it out, hex. */
interface RelayedMessage {
  readonly message: string;
  readonly signature: string;
  readonly publicKey: string;
}

export interface OracleOptions {
  /** The price of one BCH at a time, in the oracle's smallest units: cents. Undefined where it signs nothing. */
  readonly priceAt: (time: bigint) => bigint | undefined;
  /** Unix seconds; by default the machine's clock. */
  readonly now?: () => bigint;
  /** The key is derived from it: the same name, the same key. */
  readonly name?: string;
  readonly port?: number;
}

/** A local oracle with its relay. */
export interface LocalOracle {
  /** What a service is configured with as a relay. */
  readonly url: string;
  /** Compressed, hex. */
  readonly publicKey: string;
  /** Returns the message of a minute, or none where the oracle signs none. @param time any of the minute, Unix seconds */
  messageAt(time: bigint): RelayedMessage | undefined;
  /** Signs any bytes, as an oracle that lies can: by Schnorr, or by ECDSA, which scripts take as well. */
  sign(bytes: Uint8Array, scheme?: 'SCHNORR' | 'ECDSA'): SignedMessage;
  stop(): Promise<void>;
}

/**
 * Starts an oracle that signs a price each minute, and a relay that answers as those of the main network do
 * (`GET /api/v1/oracleMessages?publicKey&minMessageTimestamp&maxMessageTimestamp`). It keeps nothing: the number of a message follows
 * from its time, so that a restart never signs two messages of one number. A minute without a price is a gap in the numbers.
 *
 * @throws Error where the port is taken
 */
export const startOracle = async ({
  priceAt,
  now = () => BigInt(Math.floor(Date.now() / 1_000)),
  name = 'USD',
  port = 0,
}: OracleOptions): Promise<LocalOracle> => {
  const privateKey = sha256.hash(utf8ToBin(`oracle of the devnet: ${name}`));
  const derived = secp256k1.derivePublicKeyCompressed(privateKey);
  if (typeof derived === 'string') throw new RangeError(derived);
  const publicKey = binToHex(derived);

  const messageAt: LocalOracle['messageAt'] = (time) => {
    const minute = (time - EPOCH) / EVERY;
    const signedAt = EPOCH + minute * EVERY;
    const price = priceAt(signedAt);
    if (minute < 1n || price === undefined) return undefined;
    const bytes = encodePriceMessage({ time: signedAt, number: minute + METADATA, priceNumber: minute, price });
    return { message: binToHex(bytes), signature: binToHex(signMessage(bytes, privateKey).signature), publicKey };
  };

  const sign: LocalOracle['sign'] = (bytes, scheme = 'SCHNORR') => {
    if (scheme === 'SCHNORR') return signMessage(bytes, privateKey);
    const signature = secp256k1.signMessageHashDER(privateKey, sha256.hash(bytes));
    if (typeof signature === 'string') throw new RangeError(signature);
    return { bytes, signature };
  };

  const messagesOf = (query: URLSearchParams): RelayedMessage[] => {
    if (query.get('publicKey') !== publicKey) return [];
    const [from, until] = ['minMessageTimestamp', 'maxMessageTimestamp'].map((field) => {
      const text = query.get(field) ?? '';
      return /^\d{1,12}$/u.test(text) ? BigInt(text) : undefined;
    });
    const latest = until === undefined || until > now() ? now() : until;
    const newest = latest - ((latest - EPOCH) % EVERY);
    const messages: RelayedMessage[] = [];
    for (let time = newest; time >= (from ?? newest) && messages.length < MAX_MESSAGES; time -= EVERY) {
      const message = messageAt(time);
      if (message !== undefined) messages.push(message);
    }
    return messages;
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://oracle');
    const isKnown = request.method === 'GET' && pathname === '/api/v1/oracleMessages';
    const body = isKnown ? { oracleMessages: messagesOf(searchParams) } : { error: 'Not found' };
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    publicKey,
    messageAt,
    sign,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

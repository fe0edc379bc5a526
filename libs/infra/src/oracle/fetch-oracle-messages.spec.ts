import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { binToHex, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';
import { encodePriceMessage } from '@weir/payments';
import { signMessage } from '@weir/payments/oracle';
import { fetchOracleMessages, type RelayRequest } from './fetch-oracle-messages.js';

const privateKey = sha256.hash(utf8ToBin('an oracle'));
const strangersKey = sha256.hash(utf8ToBin('a stranger'));
const publicKey = binToHex(secp256k1.derivePublicKeyCompressed(privateKey) as Uint8Array);
const START = 1_800_000_000n;
const window = { from: START, to: START + 3_600n };

const entry = (number: bigint, key = privateKey, time = START + 60n * number) => {
  const bytes = encodePriceMessage({ time, number: number + 7n, priceNumber: number, price: 45_000n });
  return { message: binToHex(bytes), signature: binToHex(signMessage(bytes, key).signature), publicKey };
};
const METADATA = { ...entry(3n), message: '2fd2496bdb201900ffffffff555344' };

let close: () => void = () => undefined;
afterEach(() => close());
const serve = async (handle: RequestListener): Promise<RelayRequest> => {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => (server.closeAllConnections(), server.close());
  const { port } = server.address() as AddressInfo;
  return { relay: `http://127.0.0.1:${port}`, publicKey, allowPrivate: true, timeoutMs: 60_000 };
};
const answering = (oracleMessages: unknown): Promise<RelayRequest> =>
  serve((_request, response) => void response.end(JSON.stringify({ oracleMessages })));
const numbersOf = async (request: RelayRequest) => {
  const { messages, refused } = await fetchOracleMessages(request, window);
  return { numbers: messages.map(({ priceNumber }) => Number(priceNumber)), refused };
};

describe('fetchOracleMessages', () => {
  it('asks for the messages of a time, and returns them with their signatures', async () => {
    let asked: string | undefined;
    const request = await serve((incoming, response) => {
      asked = incoming.url;
      response.end(JSON.stringify({ oracleMessages: [entry(2n), entry(1n)] }));
    });
    const { messages } = await fetchOracleMessages(request, window);
    expect(asked).toBe(
      `/api/v1/oracleMessages?publicKey=${publicKey}&minMessageTimestamp=1800000000&maxMessageTimestamp=1800003600`,
    );
    expect(messages[1]).toMatchObject({ time: START + 60n, number: 8n, priceNumber: 1n, price: 45_000n });
    expect(messages.map(({ bytes }) => binToHex(bytes))).toEqual([entry(2n).message, entry(1n).message]);
  });

  it.each<[string, unknown[], number[], number]>([
    ['a message that a stranger signed', [entry(1n), entry(2n, strangersKey)], [1], 1],
    ['a signature of another message', [entry(1n), { ...entry(2n), signature: entry(1n).signature }], [1], 1],
    ['garbage', [entry(1n), 7, null, {}, { message: 'xy', signature: '' }, { ...entry(2n), message: '00' }], [1], 5],
    ['an odd number of digits', [{ ...entry(1n), message: `${entry(1n).message}0` }, entry(2n)], [2], 1],
  ])('leaves out %s, and counts it', async (_, entries, numbers, refused) => {
    expect(await numbersOf(await answering(entries))).toEqual({ numbers, refused });
  });

  it.each<[string, unknown[]]>([
    ['messages of other times', [entry(1n), entry(2n, privateKey, START - 1n), entry(3n, privateKey, START + 3_601n)]],
    ['metadata', [METADATA, entry(1n)]],
    ['messages that it has twice', [entry(1n), entry(1n)]],
  ])('leaves out %s', async (_, entries) => {
    expect(await numbersOf(await answering(entries))).toEqual({ numbers: [1], refused: 0 });
  });

  it.each<[string, RequestListener, string]>([
    ['an error', (_, response) => void response.writeHead(500).end('no'), 'status 500'],
    [
      'a redirect',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'status 302',
    ],
    ['something other than JSON', (_, response) => void response.end('<html>'), 'something other than JSON'],
    ['no list', (_, response) => void response.end('{"oracleMessages":{}}'), 'without a list of oracleMessages'],
    ['null', (_, response) => void response.end('null'), 'without a list of oracleMessages'],
    ['a huge answer', (_, response) => void response.end(' '.repeat(300_000)), 'more than 262144 bytes'],
    [
      'an endless answer',
      (_, response) => {
        const more = (): void => void response.write(' '.repeat(65_536), (error) => (error ? undefined : more()));
        more();
      },
      'more than 262144 bytes',
    ],
    [
      'more messages than an oracle signs',
      (_, response) => {
        const oracleMessages = Array.from({ length: 181 }, (__, i) => entry(BigInt(i + 1), privateKey, START));
        response.end(JSON.stringify({ oracleMessages }));
      },
      '181 messages; expected at most 180',
    ],
  ])('throws for a relay that answers with %s', async (_, handle, problem) => {
    await expect(fetchOracleMessages(await serve(handle), window)).rejects.toThrow(problem);
  });

  it('gives up a relay that does not answer, and one that answers slowly', async () => {
    const silent = await serve(() => undefined);
    await expect(fetchOracleMessages({ ...silent, timeoutMs: 50 }, window)).rejects.toThrow('in time');
    close();
    const slow = await serve((_, response) => {
      const timer = setInterval(() => response.write(' '), 10);
      response.once('close', () => clearInterval(timer));
    });
    await expect(fetchOracleMessages({ ...slow, timeoutMs: 200 }, window)).rejects.toThrow('in time');
  });

  it('asks no private address, and none that a public name leads to', async () => {
    const request = await answering([entry(1n)]);
    const relay = request.relay.replace('http:', 'https:');
    await expect(fetchOracleMessages({ ...request, relay, allowPrivate: false }, window)).rejects.toThrow(
      'private or reserved network',
    );
    await expect(fetchOracleMessages({ ...request, allowPrivate: false }, window)).rejects.toThrow('https://');
  });
});

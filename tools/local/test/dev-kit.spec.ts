import { importMetadataRegistry } from '@bitauth/libauth';
import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import type { LocalStack } from '../src/stack.js';
import { startTestStack } from '../src/test-stack.js';

const DAY = 86_400;

let stack: LocalStack;
beforeAll(async () => {
  stack = await startTestStack({ logLevel: 'silent' });
});
afterAll(() => stack.stop());

/** The fields that an answer may have. */
interface Body {
  readonly height: number;
  readonly time: number;
  readonly medianTimePast: number;
  readonly mempool: readonly string[];
  readonly txid: string;
  readonly satoshis: string;
  readonly category: string;
  readonly code: string;
  readonly token: object | null;
  readonly publication: { readonly uris: readonly string[] };
  readonly error: string;
  readonly asOf: number;
  readonly expiresAt: number;
  readonly chain: { readonly height: number };
  readonly stream: { readonly start_time: number };
}

const call = async (url: string, method: string, body?: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
};
const dev = (path: string, body?: object) =>
  call(`${stack.devKitUrl}/dev${path}`, body === undefined ? 'GET' : 'POST', body);

const wallet = createWallet({ privateKey: 'dev kit', broadcast: (hex) => stack.control.submit(hex) });

describe('the dev kit', () => {
  it('answers once the API has heard of its blocks, even from late servers', async () => {
    const heard = async () => (await call(`${stack.apiUrl}/api/info`, 'GET')).body.chain.height;
    await stack.control.setIndexDelay(100);
    try {
      for (const [path, body] of [
        ['/blocks', {}],
        ['/time', { seconds: DAY }],
        ['/reorganise', { depth: 1 }],
      ] as const) {
        const { height } = (await dev(path, body)).body;
        expect([path, await heard()]).toEqual([path, height]);
      }
    } finally {
      await stack.control.setIndexDelay(0);
    }
  });

  it.each([
    ['/faucet', { address: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a' }, 'INVALID_REQUEST'],
    [
      '/faucet',
      { address: '76a914000000000000000000000000000000000000000088ac', satoshis: '999999999999999999' },
      'INVALID_REQUEST',
    ],
    ['/faucet', { address: '', satoshis: '1' }, 'INVALID_REQUEST'],
    ['/faucet', { address: 'x', satoshis: '-1' }, 'INVALID_REQUEST'],
    ['/faucet', { address: 'x', satoshi: '1' }, 'INVALID_REQUEST'],
    ['/tokens', { address: 'x' }, 'INVALID_REQUEST'],
    ['/blocks', { count: 1_000_000 }, 'INVALID_REQUEST'],
    ['/time', { seconds: 0 }, 'INVALID_REQUEST'],
    ['/reorganise', { depth: 21 }, 'INVALID_REQUEST'],
  ])('refuses %s %j', async (path, body, code) => {
    const refused = await dev(path, body);
    expect([refused.status, refused.body.code]).toEqual([400, code]);
    expect(refused.body.error.length).toBeGreaterThan(10);
  });

  it('is not to be found in the API', async () => {
    for (const path of ['/dev/chain', '/api/dev/chain']) expect((await fetch(stack.apiUrl + path)).status).toBe(404);
  });
});

describe('time that is moved on', () => {
  const asOf = async (url: string): Promise<number> => (await call(url, 'GET')).body.asOf;

  it('is the time of API and indexer: what is due is counted at the median time that contracts go by', async () => {
    const before = (await dev('/chain')).body.medianTimePast;
    const { medianTimePast } = (await dev('/time', { seconds: 400 * DAY })).body;
    expect(medianTimePast - before).toBeGreaterThan(400 * DAY);
    const usable = medianTimePast - 1;
    for (const url of [`${stack.apiUrl}/api/explorer/activity`, `${stack.indexerUrl}/indexer/streams`])
      await eventually(async () => expect(await asOf(url)).toBe(usable));
  });

  it('is when what begins now begins; signing in goes on by the clock of the machine', async () => {
    const { time } = (await dev('/time', { seconds: 40 * DAY })).body;
    await eventually(async () =>
      expect(await asOf(`${stack.apiUrl}/api/explorer/activity`)).toBeGreaterThanOrEqual(time - 60),
    );
    const preview = await call(
      `${stack.apiUrl}/api/streams/preview`,
      'POST',
      { recipient: wallet.address, totalAmount: 1, streamType: 'LINEAR' },
      { 'x-user-address': wallet.address },
    );
    expect(Math.abs(preview.body.stream.start_time - time)).toBeLessThan(60);
    const challenge = await call(`${stack.apiUrl}/api/auth/nonce`, 'POST', {
      address: wallet.address,
    });
    // Signing in goes by the machine's time, as the bearers of all other servers do.
    expect(Math.abs(challenge.body.expiresAt - Date.now() / 1000)).toBeLessThan(600);
  });
});

describe('a token that the dev kit makes', () => {
  const tokenOf = (category: string) =>
    eventually(async () => {
      const { token } = (await call(`${stack.apiUrl}/api/tokens/${category}`, 'GET')).body;
      expect(token).not.toBeNull();
      return token;
    });

  it('has a registry that libauth takes, and a name that the API reads from it', async () => {
    const words = {
      name: 'Coffee',
      symbol: 'CUP',
      decimals: 3,
      description: 'A cup.',
      icon: 'https://example.com/cup.png',
    };
    const { status, body } = await dev('/tokens', { address: wallet.tokenAddress, amount: '5000', ...words });
    expect(status).toBe(200);
    expect(await tokenOf(body.category)).toEqual({ ...words, verified: true });
    const { publication } = (await call(`${stack.apiUrl}/api/tokens/${body.category}`, 'GET')).body;
    const registry = await (await fetch(publication.uris[0] ?? '')).json();
    expect(importMetadataRegistry(registry)).toEqual(registry);
  });

  it('is called something where nobody says how, and is refused words that no registry could have', async () => {
    const { body } = await dev('/tokens', { address: wallet.address, amount: '1' });
    expect(await tokenOf(body.category)).toMatchObject({ name: 'Local token', symbol: 'LOCAL', decimals: 0 });
    for (const wrong of [{ decimals: 19 }, { symbol: 'low' }, { name: '' }])
      expect((await dev('/tokens', { address: wallet.address, amount: '1', ...wrong })).status).toBe(400);
    expect((await call(`${stack.devKitUrl}/dev/registries/${'0'.repeat(64)}`, 'GET')).status).toBe(404);
  });
});

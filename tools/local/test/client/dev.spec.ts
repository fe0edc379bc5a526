import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWeir } from '@weir/client';
import { BCH, startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('the dev kit of a local stack', () => {
  it('pays coins and tokens, to addresses and wallets', async () => {
    const { weir } = fixture;
    const wallet = await fixture.wallet();
    expect(await weir.dev.faucet(wallet)).toMatchObject({ satoshis: BCH, vout: expect.any(Number) as number });
    const paid = await weir.dev.faucet(wallet.address, 1_234_567n);
    expect([paid.satoshis, (await weir.dev.chain()).mempool.includes(paid.txid)]).toEqual([1_234_567n, true]);
    const units = 9_223_372_036_854_775_807n;
    const { category } = await weir.dev.tokens({ amount: units }, wallet);
    const other = await weir.dev.tokens({ nft: { capability: 'none', commitment: 'CAFE' } }, wallet);
    expect(category).toMatch(/^[0-9a-f]{64}$/);
    expect(other.category).not.toBe(category);
    // What was paid is there to be used.
    const terms = { recipient: wallet.address, tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category } as const;
    const stream = await weir.streams.create({ ...terms, totalAmount: units, streamType: 'LINEAR' }, wallet);
    expect((await stream.fund(wallet)).stream.total_amount_base).toBe(units);
    await expect(weir.dev.faucet('nobody')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('mines, lets time pass, and takes blocks back', async () => {
    const { dev } = fixture.weir;
    const before = await dev.chain();
    const mined = await dev.mine(3);
    expect(mined.height).toBe(before.height + 3);
    const later = await dev.passTime(86_400);
    expect(later.medianTimePast).toBeGreaterThanOrEqual(mined.medianTimePast + 86_400);
    expect((await dev.reorganise(2)).hash).not.toBe(later.hash);
  });

  it('is missed in words where there is none: of a public network nothing is even asked', async () => {
    const asked: string[] = [];
    const fetch = (request: Request) => {
      asked.push(request.url);
      return globalThis.fetch(request);
    };
    const elsewhere = createWeir({ baseUrl: 'https://api.example', fetch });
    await expect(elsewhere.dev.mine()).rejects.toMatchObject({ code: 'NO_DEV_KIT' });
    expect(asked).toEqual([]);
    const nobody = createWeir({ baseUrl: 'http://127.0.0.1:1', devUrl: 'http://127.0.0.1:1/dev/', fetch });
    await expect(nobody.dev.chain()).rejects.toMatchObject({ code: 'NO_DEV_KIT' });
    expect(asked).toEqual(['http://127.0.0.1:1/dev/chain']);
    const page = createServer((_, response) => response.end('<h1>Hello</h1>')).listen(0, '127.0.0.1');
    await new Promise((resolve) => page.once('listening', resolve));
    const other = createWeir({ baseUrl: '', devUrl: `http://127.0.0.1:${(page.address() as AddressInfo).port}` });
    await expect(other.dev.passTime(1)).rejects.toMatchObject({ code: 'NO_DEV_KIT', remedy: 'CHANGE_INPUT' });
    page.close();
    // The API itself has none.
    const api = createWeir({ baseUrl: '', devUrl: `${fixture.stack.apiUrl}/dev` });
    await expect(api.dev.mine()).rejects.toMatchObject({ code: 'NO_DEV_KIT' });
  });
});

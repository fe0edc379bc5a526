import { createConnection } from '../create-connection.js';
import { explicitTerms } from './explicit-terms.js';

const DAY = 86_400;
const clock = (): number => Math.floor(Date.now() / 1_000);

/** A connection to a service on a network, by the time of its newest block. */
const connectionTo = (network: string, time: number) =>
  createConnection({
    baseUrl: 'http://127.0.0.1',
    fetch: () => Promise.resolve(Response.json({ success: true, network, chain: { height: 1, time, asOf: time } })),
  });

const STREAM = { recipient: 'a', totalAmount: 1n, streamType: 'STEP' } as const;
const PAYMENT = { recipient: 'a', amountPerPeriod: 1n, interval: 'DAILY' } as const;

describe('explicitTerms', () => {
  it.each([
    ['mainnet', 36],
    ['devnet', 6],
  ])('names every term of a stream and a payment on %s', async (network, cancelNoticeBlocks) => {
    const now = clock();
    const connection = connectionTo(network, now);
    const near = { asymmetricMatch: (time: unknown) => Math.abs(Number(time) - now) < 60 };
    expect(await explicitTerms(connection, 'streams', { ...STREAM, startTime: null })).toEqual({
      ...STREAM,
      startTime: near,
      endTime: { asymmetricMatch: (time: unknown) => Math.abs(Number(time) - now - 365 * DAY) < 60 },
      intervalSeconds: 30 * DAY,
      cancelable: true,
      cancelNoticeBlocks,
      transferable: true,
      moveDelayBlocks: 1_008,
    });
    expect(await explicitTerms(connection, 'payments', { ...PAYMENT, cancelable: false })).toEqual({
      ...PAYMENT,
      startDate: near,
      cancelable: false,
      pausable: false,
      cancelNoticeBlocks,
      transferable: true,
      moveDelayBlocks: 1_008,
    });
  });

  it('lets nobody move what a treasury pays, unless the sender says so', async () => {
    const connection = connectionTo('mainnet', clock());
    const vaultId = 'v';
    const plan = { product: 'vesting', start: 1_000, streams: [{ recipient: 'a', amount: 1n }] } as const;
    expect([
      await explicitTerms(connection, 'streams', { ...STREAM, vaultId }),
      await explicitTerms(connection, 'payments', { ...PAYMENT, vaultId }),
      await explicitTerms(connection, 'plans', { ...plan, vaultId }),
    ]).toMatchObject([{ transferable: false }, { transferable: false }, { transferable: false }]);
    expect(await explicitTerms(connection, 'payments', { ...PAYMENT, vaultId, transferable: true })).toMatchObject({
      transferable: true,
      moveDelayBlocks: 1_008,
    });
  });

  it('keeps terms that are named', async () => {
    const terms = {
      ...STREAM,
      startTime: 1,
      endTime: 9,
      intervalSeconds: 2,
      cancelable: false,
      cancelNoticeBlocks: 99,
      transferable: true,
      moveDelayBlocks: 2_016,
    };
    expect(await explicitTerms(connectionTo('mainnet', 1), 'streams', terms)).toEqual(terms);
  });

  it('names the end of every row of a plan, and of shapes leaves it open', async () => {
    const connection = connectionTo('mainnet', clock());
    const plan = { product: 'vesting', start: 1_000, streams: [{ recipient: 'a', amount: 1n }] } as const;
    const ends = async (terms: object) => {
      const { streams } = await explicitTerms(connection, 'plans', { ...plan, ...terms });
      return streams.map((row) => ('end' in row ? row.end : undefined));
    };
    expect(await ends({})).toEqual([1_000 + 365 * DAY]);
    expect(await ends({ streams: [{ start: 2_000 }, { end: 5_000 }] })).toEqual([2_000 + 365 * DAY, 5_000]);
    expect(await ends({ shape: { kind: 'tranches' } })).toEqual([undefined]);
    expect(await ends({ end: 9_000 })).toEqual([undefined]);
  });

  it('begins local records at the time of the newest block', async () => {
    expect(await explicitTerms(connectionTo('devnet', 5_000_000_000), 'payments', PAYMENT)).toMatchObject({
      startDate: 5_000_000_000,
    });
  });

  it('refuses to begin now by a clock that is a day off', async () => {
    const connection = connectionTo('mainnet', clock() - 2 * DAY);
    await expect(explicitTerms(connection, 'payments', PAYMENT)).rejects.toMatchObject({ code: 'INVALID_TIME' });
    await expect(explicitTerms(connection, 'payments', { ...PAYMENT, startDate: 1 })).resolves.toMatchObject({
      startDate: 1,
    });
  });
});

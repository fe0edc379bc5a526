import type { ChainReader, ChainTransaction } from '@weir/infra';
import { readingOnce } from './reading-once.js';

const transactionOf = (txid: string) => ({ txid }) as ChainTransaction;

describe('a chain that is read once', () => {
  const asked: string[] = [];
  let fails = true;
  const chain = {
    transactions(txids: readonly string[]) {
      asked.push(...txids);
      const lost = fails && txids.includes('lost');
      return lost ? Promise.reject(new Error('unknown')) : Promise.resolve(txids.map(transactionOf));
    },
    transaction(this: ChainReader, txid: string) {
      return this.transactions([txid]).then(([found]) => found);
    },
    hearsAll: true,
    tipReportedAt: 5,
  } as unknown as ChainReader;

  it('gives each transaction to all who ask, at once and later', async () => {
    const once = readingOnce(chain);
    expect(await Promise.all([once.transaction('a'), once.transaction('a')])).toEqual([{ txid: 'a' }, { txid: 'a' }]);
    expect((await once.transactions(['b', 'a', 'c'])).map(({ txid }) => txid)).toEqual(['b', 'a', 'c']);
    expect((await once.transactions(['c', 'b'])).map(({ txid }) => txid)).toEqual(['c', 'b']);
    await once.transaction('c');
    expect(asked).toEqual(['a', 'b', 'c']);
    expect([once.hearsAll, once.tipReportedAt]).toEqual([true, 5]);
  });

  it('does not fail who asked for a transaction that others asked for together with an unknown one', async () => {
    const once = readingOnce(chain);
    const [others, own] = await Promise.allSettled([once.transactions(['d', 'lost']), once.transactions(['d'])]);
    expect([others.status, own.status]).toEqual(['rejected', 'fulfilled']);
  });

  it('reads again what was missing', async () => {
    const once = readingOnce(chain);
    await expect(once.transaction('lost')).rejects.toThrow('unknown');
    fails = false;
    expect(await once.transaction('lost')).toEqual({ txid: 'lost' });
  });
});

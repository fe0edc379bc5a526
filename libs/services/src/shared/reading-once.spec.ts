import type { ChainReader, ChainTransaction } from '@weir/infra';
import { readingOnce } from './reading-once.js';

const transactionOf = (txid: string) => ({ txid }) as ChainTransaction;

describe('a chain that is read once', () => {
  const asked: string[] = [];
  let fails = true;
  const chain = {
    transaction(txid: string) {
      asked.push(txid);
      return txid === 'lost' && fails ? Promise.reject(new Error('unknown')) : Promise.resolve(transactionOf(txid));
    },
    transactions(txids: readonly string[]) {
      asked.push(...txids);
      return Promise.resolve(txids.map(transactionOf));
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

  it('asks again for what was not there', async () => {
    const once = readingOnce(chain);
    await expect(once.transaction('lost')).rejects.toThrow('unknown');
    fails = false;
    expect(await once.transaction('lost')).toEqual({ txid: 'lost' });
  });
});

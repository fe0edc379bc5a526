import { CorruptLogError, playLog, type StoredBlock } from './persistence.js';

const block = (hash: string, ...transactions: string[]): StoredBlock => ({ hash, header: '', transactions });
const play = (...entries: Parameters<typeof playLog>[0] extends Iterable<infer Entry> ? Entry[] : never) =>
  playLog(entries, (hex) => `txid of ${hex}`);

describe('playLog', () => {
  it('of nothing is an empty chain', () => {
    expect(play()).toEqual({ blocks: [], mempool: [], clockOffset: 0 });
  });

  it('leaves what stands: the last branch, and what is neither mined nor removed', () => {
    const entry = (hex: string) => ({ transaction: { txid: `txid of ${hex}`, hex } });
    const chain = play(
      { block: block('1') },
      entry('a'),
      entry('b'),
      entry('c'),
      { block: block('2', 'coinbase', 'a') },
      { disconnected: '2' },
      entry('a'),
      { block: block('3', 'coinbase') },
      { removed: 'txid of b' },
      { clockOffset: 5 },
      { clockOffset: 7 },
    );
    expect(chain.blocks.map(({ hash }) => hash)).toEqual(['1', '3']);
    expect(chain.mempool).toEqual(['c', 'a']);
    expect(chain.clockOffset).toBe(7);
  });

  it('refuses to take off what is not the tip', () => {
    expect(() => play({ block: block('1') }, { disconnected: '2' })).toThrow(CorruptLogError);
  });
});

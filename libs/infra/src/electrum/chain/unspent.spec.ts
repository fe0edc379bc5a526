import { recordedAnswers as recorded } from '../../../test/electrum/support/recorded.js';
import { parseHistory, parseUnspent } from './answers.js';

const category = '9d7075f073201860ff86868d37092f8a28f2342288286bb035eefce74703b3fc';

it('reads recorded unspent outputs in cashscript’s form', () => {
  const coins = parseUnspent(recorded.listunspent);
  expect(coins).toHaveLength(recorded.listunspent.length);
  expect(coins.slice(0, 4)).toMatchObject([
    {
      vout: 1,
      satoshis: 1001n,
      height: 1542,
      token: { category, amount: 7n, nft: { capability: 'mutable', commitment: 'c0ffee' } },
    },
    { vout: 2, satoshis: 1002n, token: { category, amount: 0n, nft: { capability: 'minting', commitment: '' } } },
    { vout: 0, satoshis: 50_000n, height: 1543 },
    { vout: 0, satoshis: 900n, height: 0, token: { category, amount: 4999n } },
  ]);
  expect(coins[2]).not.toHaveProperty('token');
  expect(coins[3]?.token).not.toHaveProperty('nft');
});

it('reads a recorded history', () => {
  expect(parseHistory(recorded.history)[0]).toEqual({ txid: recorded.history[0]?.tx_hash, height: 1542 });
  expect(parseHistory(recorded.history).at(-1)?.height).toBe(-1);
});

it('reads the largest amounts exactly', () => {
  const [coin] = parseUnspent([
    {
      height: 0,
      tx_hash: category,
      tx_pos: 0,
      value: 2_100_000_000_000_000,
      token_data: { category, amount: '9223372036854775807' },
    },
  ]);
  expect(coin).toMatchObject({ satoshis: 2_100_000_000_000_000n, token: { amount: 9_223_372_036_854_775_807n } });
});

const row = { height: 0, tx_hash: category, tx_pos: 0, value: 1 };
it.each([
  [null],
  [{}],
  ['text'],
  [[5]],
  [[{ ...row, value: -1 }]],
  [[{ ...row, value: 1.5 }]],
  [[{ ...row, value: '1' }]],
  [[{ ...row, tx_pos: -1 }]],
  [[{ ...row, tx_hash: 'ab' }]],
  [[{ ...row, tx_hash: 7 }]],
  [[{ ...row, height: -2 }]],
  [[{ ...row, token_data: 'x' }]],
  [[{ ...row, token_data: { category, amount: '-1' } }]],
  [[{ ...row, token_data: { category, amount: 7 } }]],
  [[{ ...row, token_data: { category: 'x', amount: '7' } }]],
  [[{ ...row, token_data: { category, nft: { capability: 'x', commitment: '' } } }]],
  [[{ ...row, token_data: { category, nft: { capability: 'none', commitment: 'zz' } } }]],
])('does not believe %j', (answer) => {
  expect(() => parseUnspent(answer)).toThrow(expect.objectContaining({ name: 'ServerMistrustedError' }) as Error);
});

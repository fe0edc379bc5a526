import { binToHex, hexToBin } from '@bitauth/libauth';
import fc from 'fast-check';
import { recordedAnswers as recorded } from '../../../test/electrum/support/recorded.js';
import { bytesToHex, hexToBytes, parseHistory, parseUnspent } from './answers.js';
import { historyStatus } from './history.js';
import { scriptHashOf } from './transaction-notes.js';

it('reads and writes hex as libauth does, of a part of a larger buffer too', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (bytes, from) => {
      const part = bytes.subarray(Math.min(from, bytes.length));
      expect(bytesToHex(part)).toBe(binToHex(part));
      expect(hexToBytes(binToHex(part))).toEqual(hexToBin(binToHex(part)));
      expect(hexToBytes(binToHex(part).toUpperCase())).toEqual(part.slice());
    }),
  );
});

it('gives bytes that slice as a Uint8Array does: a copy', () => {
  const bytes = hexToBytes('0102');
  bytes.slice()[0] = 9;
  expect(bytes[0]).toBe(1);
});

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

it('is the name the protocol gives a locking bytecode', () => {
  // The example of the Electrum Cash Protocol: the P2PKH of Satoshi's first address.
  const lockingBytecode = hexToBin('76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac');
  expect(scriptHashOf(lockingBytecode)).toBe('8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161');
});

const STATUS = '61c9fd6359c93a11ca951c070cd02f48a11c3e467d992e2298eeab403da40c53';

describe('historyStatus', () => {
  it('is the hash of txids and heights in order, as in the protocol', () => {
    const [a, b] = ['aa'.repeat(32), 'bb'.repeat(32)];
    // printf 'aa…aa:100:bb…bb:-1:' | sha256sum
    expect(
      historyStatus([
        { txid: a, height: 100 },
        { txid: b, height: -1 },
      ]),
    ).toBe(STATUS);
    expect(
      historyStatus([
        { txid: b, height: -1 },
        { txid: a, height: 100 },
      ]),
    ).not.toBe(STATUS);
  });

  it('is null for a script without history', () => {
    expect(historyStatus([])).toBeNull();
  });
});

import { binToHex, flattenBinArray, hash256, hexToBin } from '@bitauth/libauth';
import { recordedAnswers as recorded } from '../../../test/electrum/support/recorded.js';
import { headerOf } from './headers.js';
import { demandTokensExist, merkleRootOf } from './transactions.js';

const { txid, answer, header } = recorded.merkle;

it('leads a recorded proof to the root in the block’s header', () => {
  expect(merkleRootOf(txid, { branch: answer.merkle, position: answer.pos })).toBe(headerOf(header).merkleRoot);
});

it('gives another root for another transaction, position or branch', () => {
  const root = headerOf(header).merkleRoot;
  expect(merkleRootOf('ab'.repeat(32), { branch: answer.merkle, position: answer.pos })).not.toBe(root);
  expect(merkleRootOf(txid, { branch: answer.merkle, position: 0 })).not.toBe(root);
  expect(merkleRootOf(txid, { branch: answer.merkle.slice(1), position: answer.pos })).not.toBe(root);
});

it('is the txid itself in a block of one', () => {
  expect(merkleRootOf(txid, { branch: [], position: 0 })).toBe(txid);
});

it('proves every position of a block of any size', () => {
  const parent = (left: string, right: string): string =>
    binToHex(hash256(flattenBinArray([hexToBin(left).reverse(), hexToBin(right).reverse()])).reverse());
  for (const count of [2, 3, 5, 8, 13]) {
    const txids = Array.from({ length: count }, (_, i) => binToHex(hash256(Uint8Array.of(count, i))));
    const levels = [txids];
    for (let level = txids; level.length > 1;) {
      level = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) =>
        parent(level[2 * i] ?? '', level[2 * i + 1] ?? level[2 * i] ?? ''),
      );
      levels.push(level);
    }
    txids.forEach((each, position) => {
      const branch = levels
        .slice(0, -1)
        .map((level, depth) => level[(position >> depth) ^ 1] ?? level[position >> depth] ?? '');
      expect(merkleRootOf(each, { branch, position })).toBe(levels.at(-1)?.[0]);
    });
  }
});

const transaction = (hasToken: boolean) => ({
  inputs: [],
  locktime: 0,
  version: 2,
  outputs: [
    { lockingBytecode: Uint8Array.of(0x51), valueSatoshis: 1_000n },
    {
      lockingBytecode: Uint8Array.of(0x51),
      valueSatoshis: 1_000n,
      ...(hasToken && { token: { amount: 1n, category: new Uint8Array(32) } }),
    },
  ],
});

it('a block from before there were tokens holds none', () => {
  const mined = (height: number | undefined, hasToken: boolean) => () =>
    demandTokensExist([{ txid: 'ab', height, transaction: transaction(hasToken) }], 100);
  expect(mined(99, true)).toThrow('Block 99 cannot hold ab');
  for (const honest of [mined(99, false), mined(100, true), mined(undefined, true)]) expect(honest).not.toThrow();
});

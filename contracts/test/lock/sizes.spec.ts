import {
  encodeLockingBytecodeP2sh20,
  encodeLockingBytecodeP2sh32,
  encodeTransactionOutput,
  hash160,
} from '@bitauth/libauth';
import { named32 } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept } from '../support/judge.js';
import { outsider } from '../support/parties.js';
import { draftPay, endOf, FEE, type LockAsset, lockCoin, lockOutput, type LockTerms, scriptOfLock } from './lock.js';

const LAST_TIME = 4_294_967_294n;
const TIP = { height: 900_000, mtp: Number(LAST_TIME) + 1 };
/** An input of a key's coin and an output to it: what somebody who rewrites a payment adds, to keep what its fee leaves. */
const KEY_COIN = 141 + 34;
/** Most that a fee may rise above a satoshi a byte without anybody's coin. */
const HEADROOM = 1.2;

const ASSETS = ['BCH', 'FUNGIBLE_TOKEN'] as const;

/** Terms of the shortest or the longest numbers, of the party of the shortest or the longest locking bytecode. */
const termsOf = (asset: LockAsset, longest: boolean): LockTerms =>
  longest
    ? {
        asset,
        start: 2n ** 31n,
        cliff: 2n ** 31n,
        step: 2n ** 15n,
        steps: 2n ** 15n,
        total: asset === 'BCH' ? 2_099_999_999_000_000n : 9_223_372_036_854_775_807n,
        recipient: encodeLockingBytecodeP2sh32(named32('a vault')),
      }
    : {
        asset,
        start: 500_000_000n,
        cliff: 500_000_000n,
        step: 1n,
        steps: 2n,
        total: asset === 'BCH' ? 1_000_000n : 2n,
        recipient: encodeLockingBytecodeP2sh20(hash160(named32('a multisig'))),
      };

const sizesOf = (asset: LockAsset, longest: boolean) => {
  const terms = termsOf(asset, longest);
  const coin = lockCoin(terms);
  const middle = Number(terms.start + (terms.step * terms.steps) / 2n);
  const size = (draft: ReturnType<typeof draftPay>) => accept(draft, TIP).size;
  return {
    script: scriptOfLock(terms).length,
    output: encodeTransactionOutput(lockOutput(terms, terms.total)).length,
    payment: size(draftPay(terms, coin, middle)),
    'payment beside a coin': size(draftPay(terms, coin, middle, purse(outsider, 20_000n))),
    end: size(draftPay(terms, coin, Number(endOf(terms)))),
  };
};

describe('sizes of locks', () => {
  it('are those that the documentation states, shortest and longest', () => {
    expect(ASSETS.map((asset) => [sizesOf(asset, false), sizesOf(asset, true)])).toMatchInlineSnapshot(`
[
  [
    {
      "end": 249,
      "output": 44,
      "payment": 293,
      "payment beside a coin": 468,
      "script": 164,
    },
    {
      "end": 269,
      "output": 44,
      "payment": 313,
      "payment beside a coin": 488,
      "script": 172,
    },
  ],
  [
    {
      "end": 300,
      "output": 79,
      "payment": 379,
      "payment beside a coin": 554,
      "script": 180,
    },
    {
      "end": 328,
      "output": 87,
      "payment": 415,
      "payment beside a coin": 590,
      "script": 188,
    },
  ],
]
`);
  });

  it.each(ASSETS)('in %s leave the fee room to rise, and nobody a gain by adding a coin', (asset) => {
    const [shortest, longest] = [sizesOf(asset, false), sizesOf(asset, true)];
    for (const [path, bound] of [
      ['payment', FEE[asset].pay],
      ['end', FEE[asset].end],
    ] as const) {
      expect(Number(bound)).toBeGreaterThan(longest[path] * HEADROOM);
      expect(Number(bound)).toBeLessThanOrEqual(shortest[path] + KEY_COIN);
    }
  });
});

import {
  encodeLockingBytecodeP2sh20,
  encodeLockingBytecodeP2sh32,
  encodeTransactionOutput,
  hash160,
} from '@bitauth/libauth';
import { named32 } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept } from '../support/judge.js';
import { outsider, recipient } from '../support/parties.js';
import { draftAnnounceLocks, draftCollect, draftFinishLock, FINISH_FEE, placeLock, theirs } from './lock-moves.js';
import {
  boundsOf,
  draftPay,
  endOf,
  type LockAsset,
  lockCoin,
  lockOutput,
  type LockTerms,
  scriptOfLock,
} from './lock.js';

const LAST_TIME = 4_294_967_294n;
const TIP = { height: 900_000, mtp: Number(LAST_TIME) + 1 };
/** An input of a key's coin and an output to it: what somebody who rewrites a payment adds, to keep what its fee leaves. */
const KEY_COIN = 141 + 34;
/** Most that a fee may rise above a satoshi a byte without anybody's coin. */
const HEADROOM = 1.2;

const ASSETS = ['BCH', 'FUNGIBLE_TOKEN'] as const;

/** Terms of the shortest or the longest numbers, of the party of the shortest or the longest locking bytecode. */
const termsOf = (asset: LockAsset, longest: boolean, canMove = false): LockTerms => ({
  ...fixedTerms(asset, longest),
  ...(canMove && { delay: longest ? 65_535n : 144n }),
});

const fixedTerms = (asset: LockAsset, longest: boolean): LockTerms =>
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

const sizesOf = (asset: LockAsset, longest: boolean, canMove = false) => {
  const terms = termsOf(asset, longest, canMove);
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

/** Moves of a lock from the recipient of the tests to an address of the shortest or the longest locking bytecode. */
const moveSizesOf = (asset: LockAsset, longest: boolean) => {
  const to = termsOf(asset, longest).recipient;
  const place = (number: number, movesTo?: Uint8Array) => {
    const terms = { ...termsOf(asset, longest, true), recipient: recipient.lockingBytecode, movesTo };
    const total = longest ? terms.total / 64n - BigInt(number) : terms.total + BigInt(number);
    return placeLock({ ...terms, total }, undefined, { height: 800_000, mtp: 0 });
  };
  const locks = (count: number) => Array.from({ length: count }, (_, number) => place(number));
  const middle = (terms: LockTerms) => Number(terms.start + (terms.step * terms.steps) / 2n);
  const pending = place(0, to);
  const size = (draft: ReturnType<typeof draftPay>) => accept(draft, TIP).size;
  const announced = (count: number) => size(draftAnnounceLocks(locks(count), to, theirs()));
  return {
    'announce 1': announced(1),
    'announce 50': announced(50),
    finish: size(draftFinishLock(pending)),
    collect: size(draftCollect(pending, middle(pending.terms))),
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

  it('that can move are those that the documentation states, shortest and longest', () => {
    expect(
      ASSETS.map((asset) =>
        [false, true].map((longest) => ({ ...sizesOf(asset, longest, true), ...moveSizesOf(asset, longest) })),
      ),
    ).toMatchInlineSnapshot(`
[
  [
    {
      "announce 1": 745,
      "announce 50": 26176,
      "collect": 757,
      "end": 301,
      "finish": 484,
      "output": 44,
      "payment": 345,
      "payment beside a coin": 520,
      "script": 216,
    },
    {
      "announce 1": 765,
      "announce 50": 26588,
      "collect": 773,
      "end": 321,
      "finish": 493,
      "output": 44,
      "payment": 365,
      "payment beside a coin": 540,
      "script": 224,
    },
  ],
  [
    {
      "announce 1": 796,
      "announce 50": 28726,
      "collect": 830,
      "end": 352,
      "finish": 535,
      "output": 79,
      "payment": 431,
      "payment beside a coin": 606,
      "script": 232,
    },
    {
      "announce 1": 824,
      "announce 50": 29538,
      "collect": 863,
      "end": 380,
      "finish": 553,
      "output": 87,
      "payment": 467,
      "payment beside a coin": 642,
      "script": 240,
    },
  ],
]
`);
  });

  it.each(ASSETS.flatMap((asset) => [false, true].map((canMove) => [asset, canMove] as const)))(
    'in %s (that can move: %s) leave the fee room to rise, and nobody a gain by adding a coin',
    (asset, canMove) => {
      const [shortest, longest] = [sizesOf(asset, false, canMove), sizesOf(asset, true, canMove)];
      const { fees } = boundsOf(termsOf(asset, false, canMove));
      for (const [path, bound] of [
        ['payment', fees[asset].pay],
        ['end', fees[asset].end],
      ] as const) {
        expect(Number(bound)).toBeGreaterThan(longest[path] * HEADROOM);
        expect(Number(bound)).toBeLessThanOrEqual(shortest[path] + KEY_COIN);
      }
    },
  );

  it.each(ASSETS)('in %s leave the fee of a move the same room, and nobody an output', (asset) => {
    expect(Number(FINISH_FEE[asset])).toBeGreaterThan(moveSizesOf(asset, true).finish * HEADROOM);
    expect(Number(FINISH_FEE[asset])).toBeLessThanOrEqual(moveSizesOf(asset, false).finish + KEY_COIN);
  });
});

import type { Token } from '../attacks/tokens.js';
import type { HonestSpend } from '../support/attack-suite.js';
import { purse } from '../support/coins.js';
import { outsider, recipient } from '../support/parties.js';
import { type Coin, type Draft, type DraftInput, seal } from '../support/transaction.js';
import { boundsOf, draftPay, endOf, type LockAsset, lockCoin, lockedAt, movable, TERMS, TIP } from './lock.js';

/** NFTs that a funder may have left on the tokens of a lock: none of them keeps it from being paid. */
export const NFTS = [
  { capability: 'none', commitment: new Uint8Array() },
  { capability: 'none', commitment: new Uint8Array(40).fill(7) },
  { capability: 'mutable', commitment: Uint8Array.of(1) },
  { capability: 'minting', commitment: new Uint8Array() },
] as const;

/** A lock's coin with an NFT on its tokens. */
export const withNft = (coin: Coin, nft: NonNullable<Token['nft']>): Coin => {
  const { token } = coin.output;
  return token === undefined ? coin : { ...coin, output: { ...coin.output, token: { ...token, nft } } };
};

/** Every valid payment of a lock, of one that stays or that can move. */
export const lockSpends = (asset: LockAsset, canMove = false): HonestSpend[] => {
  const fixed = { ...TERMS, asset };
  const terms = canMove ? movable(fixed) : fixed;
  const first = Number(terms.start) + 4_000_000;
  const rest = lockCoin(terms, lockedAt(terms, BigInt(first)));
  const spend = (name: string, coin: typeof rest, locktime: number, own?: DraftInput): HonestSpend => {
    const build = (time: number): Draft => draftPay(terms, coin, time, own);
    const draft = build(locktime);
    const isEnd = BigInt(locktime) >= endOf(terms);
    const bound = boundsOf(terms).fees[asset][isEnd ? 'end' : 'pay'];
    const pair = asset === 'BCH' ? {} : { companion: 0, ...(!isEnd && { tokensLeft: 0 }) };
    return {
      name,
      draft,
      tip: TIP,
      signer: undefined,
      alsoKeyless: false,
      timed: true,
      stateless: false,
      places: isEnd ? { payouts: [0], ...pair } : { state: 0, payouts: [1], ...pair },
      ...(isEnd && { steady: 'ever' as const }),
      slack: bound - (own === undefined ? BigInt(seal(draft).size) : 0n),
      slackOutput: asset === 'BCH' && !isEnd ? 1 : 0,
      at: build,
    };
  };
  const mine = purse(recipient, 20_000n);
  return [
    spend('payment', lockCoin(terms), first),
    spend('later payment', rest, first + 3_000_000),
    spend('payment beside a coin (another’s)', rest, first + 3_000_000, purse(outsider, 20_000n)),
    spend('small payment beside a coin of the recipient', rest, first + 1_000, mine),
    spend('end', rest, Number(endOf(terms))),
    spend('end beside a coin', rest, Number(endOf(terms)), mine),
  ];
};

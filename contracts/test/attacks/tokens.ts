import type { Output } from '@bitauth/libauth';
import type { HonestSpend } from '../support/attack-suite.js';
import { at, named32 } from '../support/bytes.js';
import { coinNamed, payTo } from '../support/coins.js';
import { outsider } from '../support/parties.js';
import { SEQUENCE_PLAIN, type DraftInput } from '../support/transaction.js';
import { spentAt } from './mutations.js';

export type Token = NonNullable<Output['token']>;

export const spentState = (spend: HonestSpend): Output => at(spend.draft.inputs, spentAt(spend)).coin.output;
export const spentToken = (spend: HonestSpend): Token =>
  spentState(spend).token ?? { category: named32('none'), amount: 0n };
export const holdsUnit = (spend: HonestSpend): boolean => spentToken(spend).amount > 0n;
export const unitOf = ({ category }: Token): Token => ({ category, amount: 1n });
export const nftOf = ({ category, nft }: Token): Token => ({
  category,
  amount: 0n,
  ...(nft === undefined ? {} : { nft }),
});

/** A token that has nothing to do with the covenant. */
export const FOREIGN: Token = { category: named32('a token of the spender'), amount: 1n };

/** A coin of the spender's with one unit of it. */
export const foreignCoin: DraftInput = {
  coin: coinNamed('tokens of the spender', { ...payTo(outsider, 10_000n), token: FOREIGN }),
  sequence: SEQUENCE_PLAIN,
  unlocking: { kind: 'key', owner: outsider },
};

import {
  type BuildOptions,
  buildCurrencyMove,
  canMoveCurrency,
  type CurrencyMoveItem,
  outpointKey,
  type Party,
  type WalletCoins,
} from '@weir/covenants';
import type { SenderMove } from '../actions.js';
import type { Selection } from '../find/find-targets.js';
import type { CurrencyInstance } from '../find/follow-currency.js';
import { notPossible } from '../recover-error.js';
import { remarksOf } from './build-moves.js';

/** Payments that one transaction moves: each takes some 1,450 bytes of at most 100,000. */
const MOST = 60;

/** A move of payments in a currency, ready for their sender. */
export interface CurrencyMoves {
  readonly sender: Party;
  /** Scripts that hold the payments. */
  readonly scripts: readonly Uint8Array[];
  readonly remarks: readonly string[];
  /** Builds it for a wallet of one key. */
  build(wallet: WalletCoins, options: BuildOptions): ReturnType<typeof buildCurrencyMove>;
}

/**
 * Prepares one action on payments in a currency, as many as fit into one transaction. The builder throws CovenantError and RangeError.
 *
 * @param time from which a resume counts, Unix seconds
 * @throws RecoverError NOT_POSSIBLE if one of the named payments, or with `all` every one, does not allow it
 */
export const prepareCurrencyMoves = (
  found: readonly CurrencyInstance[],
  move: SenderMove,
  { all }: Pick<Selection, 'all'>,
  time: bigint,
): CurrencyMoves => {
  const possible = found.flatMap(({ contract, coin, opening }): CurrencyMoveItem[] => {
    if (coin !== undefined && canMoveCurrency({ contract, coin }, move)) return [{ contract, coin }];
    if (!all) throw notPossible(`${outpointKey(opening.outpoint)} allows no ${move} now: leave it out`);
    return [];
  });
  const [first] = possible;
  if (first === undefined) throw notPossible(`None of the payments allows a ${move} now`);
  const items = possible.slice(0, MOST);
  return {
    sender: first.contract.terms.sender,
    scripts: items.map(({ contract }) => contract.lockingBytecode),
    remarks: remarksOf(move, found.length - possible.length, possible.length - items.length),
    build: (wallet, options) => buildCurrencyMove(items, move, wallet, time, options),
  };
};

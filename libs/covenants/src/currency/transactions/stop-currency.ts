import { binsAreEqual } from '@bitauth/libauth';
import type { Unlocker } from 'cashscript';
import { MIN_TIME } from '@weir/kinds';
import { assertSender, consentCoin, type SenderOutputs, slottedOutputs } from '../../plan/transactions/sender-move.js';
import { assemble, type PlannedInput, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { lighten } from '../../transaction/lighten.js';
import { type CurrencyCoin, currencyOutput, currencyUtxo } from '../currency-coin.js';
import type { CurrencyContract } from '../currency-contract.js';
import { resumedCurrency, skippedPaydays } from '../currency-payout.js';
import { isCurrencyPaused } from '../currency-state.js';

/** What the sender does to payments by one signature. */
export type CurrencyMoveKind = 'cancel' | 'pause' | 'resume';

/** One payment that the sender moves. */
export interface CurrencyMoveItem {
  readonly contract: CurrencyContract;
  readonly coin: CurrencyCoin;
}

/** Whether a move is possible in the state of a payment. */
export const canMoveCurrency = ({ contract, coin }: CurrencyMoveItem, kind: CurrencyMoveKind): boolean => {
  if (coin.units === 0n) return false;
  if (kind === 'cancel') return true;
  return kind === 'pause' ? contract.terms.pausable && !isCurrencyPaused(coin.state) : isCurrencyPaused(coin.state);
};

const unlockerOf = ({ contract, coin }: CurrencyMoveItem, kind: CurrencyMoveKind, locktime: bigint): Unlocker => {
  if (kind !== 'resume') return contract.call('stop');
  const { terms } = contract;
  return contract.resume(skippedPaydays(terms, coin.state, resumedCurrency(terms, coin.state, locktime)));
};

const outputsOf = ({ contract, coin }: CurrencyMoveItem, kind: CurrencyMoveKind, locktime: bigint): SenderOutputs => {
  if (kind === 'resume') {
    const state = resumedCurrency(contract.terms, coin.state, locktime);
    return { stream: [currencyOutput(contract, { ...coin, state })], clock: undefined, payee: undefined };
  }
  const state = { ...coin.state, status: kind === 'pause' ? 'PAUSING' : 'CANCELLED' } as const;
  return {
    stream: [currencyOutput(contract, { ...coin, units: 0n, state })],
    clock: {
      to: contract.clock.lockingBytecode,
      amount: contract.terms.bound,
      token: { category: coin.category, amount: coin.units },
    },
    payee: undefined,
  };
};

const PROMPTS: Readonly<Record<CurrencyMoveKind, string>> = {
  cancel: 'Cancel; the rest returns after the notice',
  pause: 'Pause; the running period is still paid',
  resume: 'Resume',
};

/** The contracts' part of the sender's move, behind their coin and change. Its payments are those of inputs 1, 2 and so on. */
export interface CurrencyMove {
  readonly contractInputs: readonly PlannedInput[];
  readonly outputs: ReturnType<typeof slottedOutputs>;
  readonly locktime: bigint;
}

/**
 * Plans the sender's move of payments.
 *
 * @param locktime from which a resume counts, Unix seconds
 * @throws RangeError for none, where not all are of one sender, or where the move is not possible in the state of one
 */
export const planCurrencyMove = (
  items: readonly CurrencyMoveItem[],
  kind: CurrencyMoveKind,
  locktime: bigint,
): CurrencyMove => {
  const [first] = items;
  if (first === undefined) throw new RangeError('Name at least one payment');
  const { sender } = first.contract.terms;
  if (!items.every(({ contract }) => binsAreEqual(contract.terms.sender, sender)))
    throw new RangeError('Payments in one transaction must have the same sender');
  if (!items.every((item) => canMoveCurrency(item, kind))) throw new RangeError(`A payment cannot ${kind} as it is`);
  return {
    contractInputs: items.map((item) => ({
      utxo: currencyUtxo(item.contract, item.coin),
      unlocker: unlockerOf(item, kind, locktime),
    })),
    outputs: slottedOutputs(
      items.map((item) => outputsOf(item, kind, locktime)),
      sender,
    ),
    // A stop depends on no time.
    locktime: kind === 'resume' ? locktime : MIN_TIME,
  };
};

/**
 * Builds the sender's cancel, pause or resume of one or many payments, by one signature. No money and no time is in a stop: what falls due
 * during the notice is paid at its own price.
 *
 * @param locktime from which a resume counts, Unix seconds
 * @throws RangeError as {@link planCurrencyMove}, or where the wallet is not the sender's
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildCurrencyMove = (
  items: readonly CurrencyMoveItem[],
  kind: CurrencyMoveKind,
  sender: WalletCoins,
  locktime: bigint,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const move = planCurrencyMove(items, kind, locktime);
  const [first] = items;
  if (first === undefined) throw new RangeError('Name at least one payment');
  const { terms, network } = first.contract;
  assertSender(terms.sender, sender);
  return lighten(
    assemble({
      ...move,
      network,
      leadingCoin: consentCoin(sender),
      wallet: sender,
      change: 'first',
      feeRate,
      userPrompt: PROMPTS[kind],
    }),
  );
};

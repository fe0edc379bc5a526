import { binsAreEqual } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { lockingBytecodeOf } from '../../chain/address.js';
import { InsufficientFundsError } from '../../errors/insufficient-funds-error.js';
import { assemble, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import { plainCoins } from '../../transaction/coin-selection.js';
import { lighten } from '../../transaction/lighten.js';
import type { PlanCoin } from '../plan-coin.js';
import type { PlanCall, PlanContract } from '../plan-contract.js';
import { streamInputs } from './plan-inputs.js';
import { slottedOutputs, type SenderOutputs } from './plan-slots.js';

/** What the sender does to one stream, by a coin of theirs at input 0. */
export interface SenderMove {
  readonly contract: PlanContract;
  readonly coin: PlanCoin;
  readonly call: PlanCall;
  readonly slots: SenderOutputs;
  readonly locktime: bigint;
}

/**
 * Plans the moves of one transaction, behind the sender's coin and change.
 *
 * @throws RangeError for no move, or unless all are of one sender, at one locktime, and all in BCH or all in tokens
 */
export const movesOf = (moves: readonly SenderMove[]) => {
  const [first] = moves;
  if (first === undefined) throw new RangeError('Name at least one stream');
  const { sender } = first.contract.terms;
  const alike = moves.every(
    ({ contract, coin, locktime }) =>
      binsAreEqual(contract.terms.sender, sender) &&
      (coin.companion === undefined) === (first.coin.companion === undefined) &&
      locktime === first.locktime,
  );
  if (!alike)
    throw new RangeError('Streams in one transaction share sender and locktime, and are all in BCH or all in tokens');
  return {
    sender,
    network: first.contract.network,
    locktime: first.locktime,
    contractInputs: moves.flatMap(({ contract, coin, call }) => streamInputs(contract, coin, call)),
    outputs: slottedOutputs(
      moves.map(({ slots }) => slots),
      sender,
    ),
  };
};

/**
 * Returns the coin by which the sender consents: their largest plain one, so that few others are needed.
 *
 * @throws InsufficientFundsError when they have none
 */
export const consentCoin = ({ coins }: WalletCoins): Utxo => {
  const [largest] = plainCoins(coins).sort((a, b) => (a.satoshis > b.satoshis ? -1 : 1));
  if (largest === undefined) throw new InsufficientFundsError(1n, 0n);
  return largest;
};

/**
 * Checks that a wallet is the plan's sender.
 *
 * @throws RangeError otherwise
 */
export const assertSender = (sender: Uint8Array, { hash }: WalletCoins): void => {
  if (!binsAreEqual(lockingBytecodeOf(hash), sender))
    throw new RangeError('Only a coin of the plan’s sender does this');
};

/**
 * Builds the sender's moves of streams: their coin at input 0, which is all the consent that the covenants ask for,
 * and their change at output 0.
 *
 * @throws RangeError as {@link movesOf} does, or when the wallet is not the plan's sender
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const assembleBySender = (
  moves: readonly SenderMove[],
  wallet: WalletCoins,
  { feeRate, userPrompt }: BuildOptions & { readonly userPrompt: string },
): UnsignedTransaction => {
  const { sender, ...plan } = movesOf(moves);
  assertSender(sender, wallet);
  return lighten(assemble({ ...plan, leadingCoin: consentCoin(wallet), wallet, change: 'first', feeRate, userPrompt }));
};

import { binsAreEqual } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { P2SH32_DUST } from '@weir/kinds';
import { lockingBytecodeOf } from '../../chain/address.js';
import type { Party } from '../../chain/party.js';
import { InsufficientFundsError } from '../../errors/covenant-error.js';
import {
  assemble,
  ownCoins,
  type PlannedInput,
  type PlannedOutput,
  type WalletCoins,
} from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { largestFirst, plainCoins, type WalletCoin } from '../../transaction/coin-selection.js';
import { lighten } from '../../transaction/lighten.js';
import { type PlanClockCoin, type PlanCoin, streamUtxos } from '../plan-coin.js';
import type { PlanCall, PlanContract } from '../plan-contract.js';
import type { PlanTerms } from '../plan-terms.js';

/**
 * The outputs of a stream that the sender moves by a coin at input 0. Its state is input i and goes to output 3i-2
 * (for tokens 2i-1), followed by companion, clock and recipient. In no covenant of plans do two streams share a
 * place: otherwise one payout could serve both.
 */
export interface SenderOutputs {
  /** The state and, for tokens, the companion. */
  readonly stream: readonly PlannedOutput[];
  readonly clock: PlannedOutput | undefined;
  readonly payee: PlannedOutput | undefined;
}

/** Returns the indexes of a stream's outputs by its input. */
export const slotsAt = (input: number, tokens: boolean) =>
  tokens
    ? { state: 2 * input - 1, clock: 2 * input + 1, payee: 2 * input + 2 }
    : { state: 3 * input - 2, clock: 3 * input - 1, payee: 3 * input };

/**
 * Lists the outputs from index 1 on. An unused place gets dust for the sender, so that the outputs behind it keep
 * theirs; at the end that is not needed.
 */
export const slottedOutputs = (streams: readonly SenderOutputs[], sender: Party): PlannedOutput[] => {
  const places = streams.flatMap(({ stream, clock, payee }) => [...stream, clock, payee]);
  const last = places.findLastIndex((place) => place !== undefined);
  return places.slice(0, last + 1).map((place) => place ?? { to: sender, amount: P2SH32_DUST });
};

/**
 * Plans the inputs of a stream side by side: the state by a call and, for tokens, the companion behind it.
 *
 * @param blocks that the state must be old
 */
export const streamInputs = (contract: PlanContract, coin: PlanCoin, call: PlanCall, blocks?: number): PlannedInput[] =>
  streamUtxos(contract, coin).map((utxo, i): PlannedInput => {
    if (i > 0) return { utxo, unlocker: contract.companion.unlock('spend') };
    const input = { utxo, unlocker: contract.call(call) };
    return blocks === undefined ? input : { ...input, sequence: blocks };
  });

/**
 * Plans the input of a clock.
 *
 * @param blocks that the clock must be old; none where a last payment ends the stream
 */
export const clockInput = (
  contract: Pick<PlanContract, 'clock'>,
  { category }: Pick<PlanCoin, 'category'>,
  { outpoint, satoshis, units }: PlanClockCoin,
  blocks?: number,
): PlannedInput => {
  const utxo: Utxo = { ...outpoint, satoshis, token: { category, amount: units } };
  const input = { utxo, unlocker: contract.clock.unlock('spend') };
  return blocks === undefined ? input : { ...input, sequence: blocks };
};

/** What the sender does to one stream, of any plan, by a coin of theirs at input 0. */
export interface SenderMove {
  readonly contract: Pick<PlanContract, 'network'> & { readonly terms: Pick<PlanTerms, 'sender'> };
  readonly coin: Pick<PlanCoin, 'companion'>;
  /** Of its state and, for tokens, the companion behind it. */
  readonly inputs: readonly PlannedInput[];
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
    throw new RangeError(
      'Streams in one transaction must have the same sender and locktime, and be all in BCH or all in tokens',
    );
  return {
    sender,
    network: first.contract.network,
    locktime: first.locktime,
    contractInputs: moves.flatMap(({ inputs }) => inputs),
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
export const consentCoin = (wallet: WalletCoins): WalletCoin => {
  const [largest] = plainCoins(ownCoins(wallet)).sort(largestFirst);
  if (largest === undefined) throw new InsufficientFundsError(1n, 0n);
  return largest;
};

/**
 * Checks that a wallet is the plan's sender.
 *
 * @throws RangeError otherwise
 */
export const assertSender = (sender: Uint8Array, { hash }: WalletCoins): void => {
  if (!binsAreEqual(lockingBytecodeOf(hash), sender)) throw new RangeError('This needs a coin of the plan’s sender');
};

/** Says in a wallet what a move of the sender does to so many streams. */
export const movePrompt = (kind: 'cancel' | 'pause' | 'resume', count: number): string => {
  if (kind === 'resume') return count === 1 ? 'Resume the payment' : `Resume ${count} payments`;
  const what = count === 1 ? 'the stream' : `${count} streams`;
  return kind === 'pause'
    ? `Pause ${what}; the running period is still paid`
    : `Cancel ${what}; the rest returns after the notice`;
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

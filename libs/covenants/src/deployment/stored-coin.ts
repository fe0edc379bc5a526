import { binsAreEqual, binToHex, type TransactionCommon } from '@bitauth/libauth';
import type { ClockCoin } from '../contract/coins.js';
import { hasNotice, isMoving, satoshisOf } from '../plan/plan-coin.js';
import type { SteppingCoin } from '../plan/stream-transition.js';
import type { ContractState } from './stream-schedule.types.js';

/** What of a commitment shows what a stored state holds. */
interface DecodedState {
  /** The index of the stream. */
  readonly index: number;
  /** Satoshis; undefined for tokens, where all satoshis of the state are reserve. */
  readonly reserve: bigint | undefined;
}

/**
 * Returns what a stored state holds, of any product: the coin without its decoded state.
 *
 * @param asset category of the tokens, display-order hex; undefined in BCH
 * @throws Error where a stream of tokens has no companion
 */
export const storedHolding = (
  { outpoint, satoshis, category, companion, clock }: ContractState,
  asset: string | undefined,
  { index, reserve = 0n }: DecodedState,
): Omit<SteppingCoin, 'state'> => {
  const common = { outpoint, category, units: clock === undefined ? BigInt(index) : 0n };
  if (asset === undefined) return { ...common, principal: satoshis - reserve, reserve, companion: undefined };
  if (companion === undefined) throw new Error('A stored stream of tokens has no companion');
  return {
    ...common,
    principal: companion.amount,
    reserve: satoshis,
    companion: {
      category: asset,
      satoshis: companion.satoshis,
      ...(companion.nft !== undefined && { nft: companion.nft }),
    },
  };
};

/** The addresses of a stream, of which its commitment has the hashes alone. */
export type StateAddresses = Pick<ContractState, 'recipient' | 'movesTo'>;

/**
 * Converts a stream's coin to the form that callers store.
 *
 * @param commitment of its state, hex
 * @param clock of a notice that runs; left out otherwise
 * @param addresses those that the opening does not say
 */
export const toStoredForm = (
  coin: SteppingCoin,
  commitment: string,
  clock: ContractState['clock'],
  { recipient, movesTo }: StateAddresses = {},
): ContractState => {
  const { outpoint, category, principal, reserve, companion } = coin;
  return {
    outpoint,
    satoshis: companion === undefined ? satoshisOf(coin) : reserve,
    category,
    commitment,
    ...(companion !== undefined && {
      companion: {
        satoshis: companion.satoshis,
        amount: principal,
        ...(companion.nft !== undefined && { nft: companion.nft }),
      },
    }),
    ...(clock !== undefined && hasNotice(coin) && { clock }),
    ...(recipient !== undefined && { recipient }),
    ...(movesTo !== undefined && isMoving(coin) && { movesTo }),
  };
};

/** A stream of which a clock is looked for. */
interface ClockedStream {
  /** Locking bytecode of the clocks. */
  readonly clock: Uint8Array;
  /** Display-order hex. */
  readonly category: string;
  readonly index: number;
}

/**
 * Finds the clock of a stream: the output of the universal script with as many units of the plan's category as the
 * stream's index.
 */
export const findClockOf = (
  { clock, category, index }: ClockedStream,
  txid: string,
  { outputs }: TransactionCommon,
): ClockCoin | undefined => {
  const vout = outputs.findIndex(
    ({ lockingBytecode, token }) =>
      token?.amount === BigInt(index) &&
      token.nft === undefined &&
      binToHex(token.category) === category &&
      binsAreEqual(lockingBytecode, clock),
  );
  const output = outputs[vout];
  return output && { outpoint: { txid, vout }, satoshis: output.valueSatoshis };
};

/** Lists the inputs of a transaction that unlock a script, by the end of what they show. */
export const inputsOfScript = (redeemScript: Uint8Array, { inputs }: TransactionCommon): readonly number[] =>
  inputs.flatMap(({ unlockingBytecode }, i) =>
    unlockingBytecode.length > redeemScript.length &&
    binsAreEqual(unlockingBytecode.slice(-redeemScript.length), redeemScript)
      ? [i]
      : [],
  );

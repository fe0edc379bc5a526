import type { Output } from '@bitauth/libauth';
import { CLOCK } from '../support/clock.js';
import { sender, type Party } from '../support/parties.js';
import { SEQUENCE_PLAIN, withFee, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import type { Argument, Unlocking } from '../support/unlocking.js';
import type { Transition } from './deployment.js';
import { NOBODY, type VestingFunction } from './stream.js';

export const stateInput = (
  coin: Coin,
  { stream, signer }: Pick<Transition, 'stream' | 'signer'>,
  name: VestingFunction,
): DraftInput => ({
  coin,
  sequence: SEQUENCE_PLAIN,
  unlocking: stream.call(name, signer === undefined ? NOBODY : [signer.publicKey, { signer }]),
});

export const clockInput = (coin: Coin, sequence: number): DraftInput => ({
  coin,
  sequence,
  unlocking: CLOCK.unlocking,
});

/** Splits a cost: from the contract, or from the purse, whose change is the last output. */
export const shares = (purse: DraftInput | undefined, cost: bigint) => ({
  fromContract: purse === undefined ? cost : 0n,
  purses: purse === undefined ? [] : [purse],
  change: purse === undefined ? [] : [{ ...purse.coin.output, valueSatoshis: purse.coin.output.valueSatoshis - cost }],
});

/** Takes more out of the change. */
export const lessened = (change: readonly Output[], by: bigint): Output[] =>
  change.map((output) => ({ ...output, valueSatoshis: output.valueSatoshis - by }));

/** A covenant with a sweep by its sender. */
export interface Sweepable {
  readonly lockingBytecode: Uint8Array;
  readonly call: (name: 'sweep', args: readonly Argument[]) => Unlocking;
}

/** The sender gathers strays at the address; tokens go along, one output each. */
export const draftSweep = ({
  stream,
  coins,
  purse,
  by = sender,
}: {
  readonly stream: Sweepable;
  readonly coins: readonly Coin[];
  readonly purse: DraftInput;
  readonly by?: Party;
}): Draft => {
  const inputs = coins.map((coin): DraftInput => ({
    coin,
    sequence: SEQUENCE_PLAIN,
    unlocking: stream.call('sweep', [by.publicKey, { signer: by }]),
  }));
  const outputs = coins.map(({ output }) => ({ ...output, lockingBytecode: by.lockingBytecode }));
  return withFee((fee) => ({
    version: 2,
    locktime: 0,
    inputs: [...inputs, purse],
    outputs: [...outputs, ...shares(purse, fee).change],
  }));
};

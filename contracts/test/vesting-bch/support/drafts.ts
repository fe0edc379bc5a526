import type { Output } from '@bitauth/libauth';
import { vestedAmount } from '@weir/vesting';
import { CLOCK } from '../../support/clock.js';
import { payTo } from '../../support/coins.js';
import { recipient, sender } from '../../support/parties.js';
import type { Party } from '../../support/parties.js';
import { seal, SEQUENCE_PLAIN } from '../../support/transaction.js';
import type { Coin, Draft, DraftInput } from '../../support/transaction.js';
import { clockOutput, readState, stateOutput } from './coins.js';
import { DUST, FEE, FLOOR, SHARE_PAID } from './constants.js';
import { NOBODY } from './stream.js';
import type { Stream, VestingFunction } from './stream.js';

/** A stream's coins as a transition finds them. */
export interface Deployment {
  readonly stream: Stream;
  readonly state: Coin;
  /** Exists from the cancel to the end. */
  readonly clock?: Coin;
}

export interface Transition extends Deployment {
  /** Unix seconds. */
  readonly locktime: number;
  /** Undefined for a keyless transition. */
  readonly signer?: Party;
  /** Pays the fee and gets change; without it the contract pays, as much as the size asks. */
  readonly purse?: DraftInput;
}

const contractInput = (coin: Coin, { stream, signer }: Transition, name: VestingFunction): DraftInput => ({
  coin,
  sequence: SEQUENCE_PLAIN,
  unlocking: stream.call(name, signer === undefined ? NOBODY : [signer.publicKey, { signer }]),
});

const clockInput = (coin: Coin, sequence: number): DraftInput => ({ coin, sequence, unlocking: CLOCK.unlocking });

/** Builds with the fee that the transaction's own size asks for at 1 satoshi a byte. */
const withFee = (build: (fee: bigint) => Draft): Draft => build(BigInt(seal(build(FEE)).size));

/** Splits a fee: from the contract, or from the purse, whose change is the last output. */
const shares = (purse: DraftInput | undefined, fee: bigint) => ({
  fromContract: purse === undefined ? fee : 0n,
  purses: purse === undefined ? [] : [purse],
  change: purse === undefined ? [] : [{ ...purse.coin.output, valueSatoshis: purse.coin.output.valueSatoshis - fee }],
});

/** A claim (signed) or push (keyless) at a locktime, the last of which closes the stream. */
export const draftPayment = (transition: Transition): Draft => {
  const { stream, state, clock, locktime, signer } = transition;
  const { terms } = stream;
  const { cancelled, released } = readState(state.output);
  const vested = vestedAmount(terms, BigInt(locktime));
  const due = vested - released;
  const left = terms.total - vested;
  const contract = contractInput(state, transition, 'claim');

  return withFee((size) => {
    const { fromContract, purses, change } = shares(transition.purse, size);
    if (left > 0n) {
      const stays = state.output.valueSatoshis - due - fromContract;
      // A payer with money of his own fills the state up to what the covenant asks it to keep.
      const least = FLOOR + (cancelled && due >= SHARE_PAID ? 0n : left);
      const filled = purses.length > 0 && stays < least ? least - stays : 0n;
      const next = stateOutput(stream, { cancelled, released: vested, latest: BigInt(locktime) }, stays + filled);
      const back = change.map((output) => ({ ...output, valueSatoshis: output.valueSatoshis - filled }));
      return { version: 2, locktime, inputs: [contract, ...purses], outputs: [next, payTo(recipient, due), ...back] };
    }
    const clocks = cancelled && clock !== undefined ? [clockInput(clock, SEQUENCE_PLAIN)] : [];
    const value = clocks.reduce((sum, { coin }) => sum + coin.output.valueSatoshis, state.output.valueSatoshis);
    // In debt, the covenant counts its own bound as the fee, whatever the size.
    const afterBound = value - due - (signer !== undefined || cancelled ? FEE : 0n);
    const payout = afterBound < 0n ? due + afterBound : due;
    const rest = value - payout - fromContract;
    const toSender = afterBound >= DUST ? [payTo(sender, rest)] : [];
    return { version: 2, locktime, inputs: [contract, ...clocks, ...purses], outputs: [payTo(recipient, payout), ...toSender, ...change] };
  });
};

/** The sender's cancel. `clockValue` satoshis go with the clock unit, out of the reserve. */
export const draftCancel = (transition: Transition & { readonly clockValue?: bigint }): Draft => {
  const { stream, state, locktime, clockValue = 681n } = transition;
  const { released } = readState(state.output);
  const due = vestedAmount(stream.terms, BigInt(locktime)) - released;
  const paid = due >= DUST ? due : 0n;
  return withFee((size) => {
    const { fromContract, purses, change } = shares(transition.purse, size);
    // With a purse the clock's own satoshis come out of it too, so that the state keeps its floor.
    const clockFromPurse = purses.length > 0 ? clockValue : 0n;
    const value = state.output.valueSatoshis - paid - fromContract - clockValue + clockFromPurse;
    const next = stateOutput(stream, { cancelled: true, released: released + paid, latest: BigInt(locktime) }, value);
    const payouts: Output[] = paid > 0n ? [payTo(recipient, paid)] : [];
    const rest = change.map((output) => ({ ...output, valueSatoshis: output.valueSatoshis - clockFromPurse }));
    return {
      version: 2,
      locktime,
      inputs: [contractInput(state, transition, 'cancel'), ...purses],
      outputs: [next, clockOutput(stream, clockValue), ...payouts, ...rest],
    };
  });
};

/** The keyless refund of what a cancel left. */
export const draftRefund = ({
  stream,
  state,
  clock,
  locktime = 0,
  sequence = stream.terms.notice,
}: Deployment & { readonly locktime?: number; readonly sequence?: number }): Draft => {
  if (clock === undefined) throw new Error('A refund spends the clock');
  const contract: DraftInput = { coin: state, sequence: SEQUENCE_PLAIN, unlocking: stream.call('refund') };
  const value = state.output.valueSatoshis + clock.output.valueSatoshis;
  return withFee((size) => ({ version: 2, locktime, inputs: [contract, clockInput(clock, sequence)], outputs: [payTo(sender, value - size)] }));
};

/** The sender gathers strays at the address; tokens go along, one output each. */
export const draftSweep = ({
  stream,
  coins,
  purse,
  by = sender,
}: {
  readonly stream: Stream;
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
  return withFee((fee) => ({ version: 2, locktime: 0, inputs: [...inputs, purse], outputs: [...outputs, ...shares(purse, fee).change] }));
};

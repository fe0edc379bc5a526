import type { Output } from '@bitauth/libauth';
import { vestedAmount } from '@weir/vesting';
import { payTo } from '../../support/coins.js';
import { recipient, sender } from '../../support/parties.js';
import { SEQUENCE_PLAIN, withFee, type Draft } from '../../support/transaction.js';
import type { Deployment, Transition } from '../../vesting/deployment.js';
import { clockInput, lessened, shares, stateInput } from '../../vesting/drafting.js';
import { clockOutput, readState, stateOutput } from '../../vesting/state.js';
import { DUST, FEE, FLOOR, SHARE_PAID } from './constants.js';

/** A claim (signed) or push (keyless) at a locktime, the last of which closes the stream. */
export const draftPayment = (transition: Transition): Draft => {
  const { stream, state, clock, locktime, signer } = transition;
  const { terms } = stream;
  const { cancelled, released } = readState(state.output);
  const vested = vestedAmount(terms, BigInt(locktime));
  const due = vested - released;
  const left = terms.total - vested;
  const contract = stateInput(state, transition, 'claim');

  return withFee((size) => {
    const { fromContract, purses, change } = shares(transition.purse, size);
    if (left > 0n) {
      const stays = state.output.valueSatoshis - due - fromContract;
      // A payer with money of their own fills the state up to what the covenant asks it to keep.
      const least = FLOOR + (cancelled && due >= SHARE_PAID ? 0n : left);
      const filled = purses.length > 0 && stays < least ? least - stays : 0n;
      const next = stateOutput(stream, { cancelled, released: vested, latest: BigInt(locktime) }, stays + filled);
      return {
        version: 2,
        locktime,
        inputs: [contract, ...purses],
        outputs: [next, payTo(recipient, due), ...lessened(change, filled)],
      };
    }
    const clocks = cancelled && clock !== undefined ? [clockInput(clock, SEQUENCE_PLAIN)] : [];
    const value = clocks.reduce((sum, { coin }) => sum + coin.output.valueSatoshis, state.output.valueSatoshis);
    // In debt, the covenant counts its own bound as the fee, whatever the size.
    const afterBound = value - due - (signer !== undefined || cancelled ? FEE : 0n);
    const payout = afterBound < 0n ? due + afterBound : due;
    const rest = value - payout - fromContract;
    const toSender = afterBound >= DUST ? [payTo(sender, rest)] : [];
    return {
      version: 2,
      locktime,
      inputs: [contract, ...clocks, ...purses],
      outputs: [payTo(recipient, payout), ...toSender, ...change],
    };
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
    return {
      version: 2,
      locktime,
      inputs: [stateInput(state, transition, 'cancel'), ...purses],
      outputs: [next, clockOutput(stream, clockValue), ...payouts, ...lessened(change, clockFromPurse)],
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
  const contract = { coin: state, sequence: SEQUENCE_PLAIN, unlocking: stream.call('refund') };
  const value = state.output.valueSatoshis + clock.output.valueSatoshis;
  return withFee((size) => ({
    version: 2,
    locktime,
    inputs: [contract, clockInput(clock, sequence)],
    outputs: [payTo(sender, value - size)],
  }));
};

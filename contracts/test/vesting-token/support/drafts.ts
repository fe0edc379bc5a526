import type { Output } from '@bitauth/libauth';
import { vestedAmount } from '@weir/vesting';
import { companionInput } from '../../support/companion.js';
import { recipient, sender, type Party } from '../../support/parties.js';
import { SEQUENCE_PLAIN, withFee, type Coin, type Draft } from '../../support/transaction.js';
import type { Deployment, Transition } from '../../vesting/deployment.js';
import { clockInput, lessened, shares, stateInput } from '../../vesting/drafting.js';
import { clockOutput, readState, stateOutput } from '../../vesting/state.js';
import { tokenOutput } from './coins.js';
import { CANCEL_FLOOR, FLOOR, PAYOUT } from './constants.js';

const companionOf = ({ companion }: Deployment): Coin => {
  if (companion === undefined) throw new Error('A stream of tokens has a companion');
  return companion;
};

/** The companion's output with fewer tokens. */
const companionLess = ({ output }: Coin, tokens: bigint): Output => {
  const { token } = output;
  return token === undefined ? output : { ...output, token: { ...token, amount: token.amount - tokens } };
};

/** Tokens of the companion's category to a party. */
const payFrom = ({ output }: Coin, { lockingBytecode }: Party, amount: bigint, valueSatoshis = PAYOUT): Output =>
  tokenOutput(lockingBytecode, amount, valueSatoshis, output.token?.category);

const total = (coins: readonly Coin[]): bigint => coins.reduce((sum, { output }) => sum + output.valueSatoshis, 0n);

/** A claim (signed) or push (keyless) at a locktime, the last of which closes the stream. */
export const draftPayment = (transition: Transition): Draft => {
  const { stream, state, clock, locktime } = transition;
  const companion = companionOf(transition);
  const { cancelled, released } = readState(state.output);
  const vested = vestedAmount(stream.terms, BigInt(locktime));
  const due = vested - released;
  const pair = [stateInput(state, transition, 'claim'), companionInput(companion)];
  const payout = payFrom(companion, recipient, due);

  return withFee((size) => {
    const { fromContract, purses, change } = shares(transition.purse, size + PAYOUT);
    if (vested < stream.terms.total) {
      const stays = state.output.valueSatoshis - fromContract;
      // A payer with money of their own fills the state up to what the covenant asks it to keep.
      const filled = purses.length > 0 && stays < FLOOR ? FLOOR - stays : 0n;
      const next = stateOutput(stream, { cancelled, released: vested, latest: BigInt(locktime) }, stays + filled);
      const outputs = [next, companionLess(companion, due), payout, ...lessened(change, filled)];
      return { version: 2, locktime, inputs: [...pair, ...purses], outputs };
    }
    const clocks = cancelled && clock !== undefined ? [clock] : [];
    const surplus = (companion.output.token?.amount ?? 0n) - due;
    const back = payFrom(companion, sender, surplus, total([state, companion, ...clocks]) - fromContract);
    const inputs = [...pair, ...clocks.map((coin) => clockInput(coin, SEQUENCE_PLAIN)), ...purses];
    return { version: 2, locktime, inputs, outputs: [payout, back, ...change] };
  });
};

/** The sender's cancel; with a purse it pays everything and fills the state up to what a cancel must leave. */
export const draftCancel = (transition: Transition & { readonly clockValue?: bigint }): Draft => {
  const { stream, state, locktime, clockValue = 681n } = transition;
  const companion = companionOf(transition);
  const { released } = readState(state.output);
  const vested = vestedAmount(stream.terms, BigInt(locktime));
  const due = vested - released;
  const payouts = due > 0n ? [payFrom(companion, recipient, due)] : [];
  return withFee((size) => {
    const { fromContract, purses, change } = shares(
      transition.purse,
      size + clockValue + PAYOUT * BigInt(payouts.length),
    );
    const stays = state.output.valueSatoshis - fromContract;
    const filled = purses.length > 0 && stays < CANCEL_FLOOR ? CANCEL_FLOOR - stays : 0n;
    const next = stateOutput(stream, { cancelled: true, released: vested, latest: BigInt(locktime) }, stays + filled);
    return {
      version: 2,
      locktime,
      inputs: [stateInput(state, transition, 'cancel'), companionInput(companion), ...purses],
      outputs: [
        next,
        companionLess(companion, due),
        clockOutput(stream, clockValue),
        ...payouts,
        ...lessened(change, filled),
      ],
    };
  });
};

/** The keyless refund of what a cancel left. */
export const draftRefund = (
  deployment: Deployment & { readonly locktime?: number; readonly sequence?: number },
): Draft => {
  const { stream, state, clock, locktime = 0, sequence = stream.terms.notice } = deployment;
  const companion = companionOf(deployment);
  if (clock === undefined) throw new Error('A refund spends the clock');
  const contract = { coin: state, sequence: SEQUENCE_PLAIN, unlocking: stream.call('refund') };
  return withFee((size) => ({
    version: 2,
    locktime,
    inputs: [contract, companionInput(companion), clockInput(clock, sequence)],
    outputs: [
      payFrom(companion, sender, companion.output.token?.amount ?? 0n, total([state, companion, clock]) - size),
    ],
  }));
};

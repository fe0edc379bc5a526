import type { Output } from '@bitauth/libauth';
import { amountOfNext, duePeriods, nextDueAfter } from '@weir/payments';
import { payTo } from '../support/coins.js';
import { companionInput } from '../support/companion.js';
import { recipient, sender, type Party } from '../support/parties.js';
import { SEQUENCE_PLAIN, withFee, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import { clockInput, lessened, shares } from '../vesting/drafting.js';
import { NOBODY } from '../vesting/stream.js';
import { tokenOutput } from './coins.js';
import { leastReserve } from './mode.js';
import type { Deployment, RecurringFunction, Transition } from './payment.js';
import { clockOutput, isNoticed, readState, stateOutput, type RecurringState } from './state.js';

const DUST = 546n;
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const valueOf = (coins: readonly (Coin | undefined)[]): bigint =>
  coins.reduce((sum, coin) => sum + (coin?.output.valueSatoshis ?? 0n), 0n);

/** State and companion as inputs. */
const pairOf = (
  { payment, state, companion, signer }: Deployment & Pick<Transition, 'signer'>,
  name: RecurringFunction,
): DraftInput[] => {
  const args = name === 'settle' ? [] : signer === undefined ? NOBODY : [signer.publicKey, { signer }];
  const input = { coin: state, sequence: SEQUENCE_PLAIN, unlocking: payment.call(name, args) };
  return companion === undefined ? [input] : [input, companionInput(companion)];
};

/** The companion's next output, in token mode. */
const companionsLess = ({ companion }: Deployment, tokens: bigint): Output[] =>
  companion === undefined
    ? []
    : [
        tokenOutput(
          companion.output.lockingBytecode,
          (companion.output.token?.amount ?? 0n) - tokens,
          companion.output.valueSatoshis,
          companion.output.token?.category,
        ),
      ];

/** An amount of what is paid, to a party. */
const payOut = ({ payment, companion }: Deployment, party: Party, amount: bigint): Output =>
  companion === undefined
    ? payTo(party, amount)
    : tokenOutput(party.lockingBytecode, amount, payment.mode.payout, companion.output.token?.category);

/** Everything due at a locktime, and what is left after it. */
export const paymentAt = ({ payment: { terms, mode }, state }: Deployment, locktime: number) => {
  const before = readState(state.output);
  const periods = duePeriods({ ...terms, ...before }, BigInt(locktime));
  const paid = before.paid + periods;
  const after = terms.periods - paid;
  const due = amountOfNext(terms, before.paid, periods);
  const next: RecurringState = {
    ...before,
    paid,
    nextDue: nextDueAfter({ ...terms, ...before }, periods),
    latest: BigInt(locktime),
  };
  const inSatoshis = (amount: bigint) => (mode.paysTokens ? 0n : amount);
  return {
    periods,
    due,
    after,
    next,
    dueSatoshis: inSatoshis(due),
    principal: inSatoshis(amountOfNext(terms, paid, after)),
  };
};

/** The last payment, which ends the deployment. */
const draftClose = (transition: Transition): Draft => {
  const { payment, state, companion, clock, locktime, signer } = transition;
  const { due, dueSatoshis } = paymentAt(transition, locktime);
  const noticed = isNoticed(readState(state.output));
  const clocks = noticed && clock !== undefined ? [clock] : [];
  return withFee((size) => {
    const { fromContract, purses, change } = shares(transition.purse, size + payment.mode.payout);
    const held = valueOf([state, companion, ...clocks]) - dueSatoshis;
    const surplus = (companion?.output.token?.amount ?? 0n) - due;
    const bound = signer !== undefined || noticed ? payment.mode.fee : 0n;
    const plain = held - bound >= DUST ? [payTo(sender, held - fromContract)] : [];
    const back =
      companion === undefined
        ? plain
        : [tokenOutput(sender.lockingBytecode, surplus, held - fromContract, companion.output.token?.category)];
    const inputs = [
      ...pairOf(transition, 'claim'),
      ...clocks.map((coin) => clockInput(coin, SEQUENCE_PLAIN)),
      ...purses,
    ];
    return { version: 2, locktime, inputs, outputs: [payOut(transition, recipient, due), ...back, ...change] };
  });
};

/** A claim (signed) or push (keyless) at a locktime. */
export const draftPayment = (transition: Transition): Draft => {
  const { payment, state, locktime } = transition;
  const { due, after, next, dueSatoshis, principal } = paymentAt(transition, locktime);
  if (after === 0n) return draftClose(transition);
  return withFee((size) => {
    const { fromContract, purses, change } = shares(transition.purse, size + payment.mode.payout);
    const stays = state.output.valueSatoshis - dueSatoshis - fromContract;
    // A payer with money of their own fills the state up to what the covenant asks it to keep.
    const filled = purses.length > 0 ? max(payment.mode.floor + principal - stays, 0n) : 0n;
    const outputs = [
      stateOutput(payment, next, stays + filled),
      ...companionsLess(transition, due),
      payOut(transition, recipient, due),
    ];
    return {
      version: 2,
      locktime,
      inputs: [...pairOf(transition, 'claim'), ...purses],
      outputs: [...outputs, ...lessened(change, filled)],
    };
  });
};

export type Stop = Transition & { readonly to: 'CANCELLED' | 'PAUSING'; readonly clockValue?: bigint };

/** The sender's pause or cancel; with a purse it pays everything and fills the state up to what it must leave. */
export const draftStop = (transition: Stop): Draft => {
  const { payment, state, clock, locktime, to, clockValue = payment.mode.clock } = transition;
  const { due, after, next, dueSatoshis, principal } = paymentAt(transition, locktime);
  const clocks = isNoticed(readState(state.output)) && clock !== undefined ? [clockInput(clock, SEQUENCE_PLAIN)] : [];
  const payouts = due > 0n ? [payOut(transition, recipient, due)] : [];
  return withFee((size) => {
    const cost = size + clockValue - valueOf(clocks.map(({ coin }) => coin)) + (due > 0n ? payment.mode.payout : 0n);
    const { fromContract, purses, change } = shares(transition.purse, cost);
    const stays = state.output.valueSatoshis - dueSatoshis - fromContract;
    const filled = purses.length > 0 ? max(principal + leastReserve(payment.mode, after) - stays, 0n) : 0n;
    const made = [clockOutput(payment, clockValue), stateOutput(payment, { ...next, status: to }, stays + filled)];
    return {
      version: 2,
      locktime,
      inputs: [...pairOf(transition, 'stop'), ...clocks, ...purses],
      outputs: [...made, ...companionsLess(transition, due), ...payouts, ...lessened(change, filled)],
    };
  });
};

const clockOf = ({ clock }: Deployment): Coin => {
  if (clock === undefined) throw new Error('A notice has a clock');
  return clock;
};

/** The keyless end of a pause's notice. */
export const draftSettle = (deployment: Deployment & { readonly sequence?: number }): Draft => {
  const { payment, state, sequence = payment.terms.notice } = deployment;
  const clock = clockOf(deployment);
  const next: RecurringState = { ...readState(state.output), status: 'PAUSED' };
  return withFee((size) => ({
    version: 2,
    locktime: 0,
    inputs: [...pairOf(deployment, 'settle'), clockInput(clock, sequence)],
    outputs: [stateOutput(payment, next, valueOf([state, clock]) - size), ...companionsLess(deployment, 0n)],
  }));
};

/** The sender's resume with money of their own. `later`: seconds by which the next due date is later than it must be. */
export const draftResume = (transition: Transition & { readonly later?: bigint }): Draft => {
  const { payment, state, locktime, later = 3_600n } = transition;
  const before = readState(state.output);
  const { principal } = paymentAt({ ...transition, state }, 0);
  const nextDue = max(BigInt(locktime) + payment.terms.interval, payment.terms.firstDue) + later;
  const next: RecurringState = { ...before, status: 'ACTIVE', nextDue, latest: BigInt(locktime) };
  const least = principal + leastReserve(payment.mode, payment.terms.periods - before.paid);
  return withFee((size) => {
    const { fromContract, purses, change } = shares(transition.purse, size);
    const filled = max(least - state.output.valueSatoshis, 0n);
    const value = state.output.valueSatoshis - fromContract + filled;
    const outputs = [stateOutput(payment, next, value), ...companionsLess(transition, 0n), ...lessened(change, filled)];
    return { version: 2, locktime, inputs: [...pairOf(transition, 'resume'), ...purses], outputs };
  });
};

/** The refund: keyless after a cancel, signed by the sender of a settled pause. */
export const draftRefund = (deployment: Deployment & { readonly sequence?: number }): Draft => {
  const { payment, state, companion, clock, sequence = payment.terms.notice } = deployment;
  const paused = readState(state.output).status === 'PAUSED';
  const clocks = paused ? [] : [clockInput(clockOf(deployment), sequence)];
  const inputs = [...pairOf({ ...deployment, ...(paused ? { signer: sender } : {}) }, 'refund'), ...clocks];
  const value = valueOf([state, companion, paused ? undefined : clock]);
  return withFee((size) => ({
    version: 2,
    locktime: 0,
    inputs,
    outputs: [
      tokenOutput(
        sender.lockingBytecode,
        companion?.output.token?.amount ?? 0n,
        value - size,
        companion?.output.token?.category,
      ),
    ],
  }));
};

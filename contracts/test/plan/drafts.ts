import { hash160, type Output } from '@bitauth/libauth';
import { SEQUENCE_PLAIN, sizeOf, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import type { Unlocking } from '../support/unlocking.js';
import { holdsTokens, isRecurring, type Path, PAYOUT, PLAN_CLOCK, PLAN_COMPANION } from './covenant.js';
import { DUST, paymentOf, type Payment } from './payment.js';
import { isPending, STATUS, type State } from './state.js';
import {
  categoryOf,
  companionOutput,
  isNoticed,
  principalOf,
  readStream,
  START,
  stateOutput,
  unitsOf,
  type Stream,
} from './stream.js';

export const inputOf = (coin: Coin, unlocking: Unlocking, sequence = SEQUENCE_PLAIN): DraftInput => ({
  coin,
  sequence,
  unlocking,
});

export const plainOutput = (lockingBytecode: Uint8Array, valueSatoshis: bigint): Output => ({
  lockingBytecode,
  valueSatoshis,
});

/** The state and, in token mode, its companion. */
export const streamInputs = ({ address, state, companion }: Stream, path: Path): DraftInput[] => [
  inputOf(state, address.call(path)),
  ...(companion === undefined ? [] : [inputOf(companion, PLAN_COMPANION.unlocking)]),
];

export const clockInput = ({ address, clock }: Stream, sequence = Number(address.terms.notice)): DraftInput[] =>
  clock === undefined ? [] : [inputOf(clock, PLAN_CLOCK.unlocking, sequence)];

/** The outputs of a stream that goes on: its state and, in token mode, its companion. */
export const streamOutputs = (stream: Stream, next: State, principal: bigint, units: bigint): Output[] => {
  const { address, companion } = stream;
  const token = companion?.output.token;
  return [
    stateOutput(address, categoryOf(stream), next, principal, units),
    ...(companion === undefined || token === undefined
      ? []
      : [companionOutput(principal, companion.output.valueSatoshis, token.category)]),
  ];
};

/** What a payment pays: exact satoshis, or tokens with the satoshis of their output. */
export const payoutOf = ({ to, companion }: Stream, due: bigint): Output => {
  const token = companion?.output.token;
  return token === undefined
    ? plainOutput(to, due)
    : { lockingBytecode: to, valueSatoshis: PAYOUT, token: { category: token.category, amount: due } };
};

/** Builds at a satoshi a byte, or for the fee given. */
export const atSize = (build: (fee: bigint) => Draft, fee?: bigint): Draft => {
  if (fee !== undefined) return build(fee);
  const size = sizeOf(build(1_000n));
  // A fee below 1,000 may leave enough for an output more, which then has to be paid for as well.
  const larger = sizeOf(build(size));
  return build(larger > size ? larger : size);
};

const changeTo = ({ coin }: DraftInput, cost: bigint): Output[] => {
  const { lockingBytecode, valueSatoshis } = coin.output;
  return [plainOutput(lockingBytecode, valueSatoshis - cost)];
};

export interface Paying {
  /** Pays the fee, and in token mode the satoshis of the payout, in place of the reserve. */
  readonly purse?: DraftInput;
  readonly fee?: bigint;
  /** Another payment than is due. */
  readonly payment?: Payment;
}

/** A payment of everything due at a locktime. */
export const draftPay = (stream: Stream, locktime: bigint, { purse, fee, payment }: Paying = {}): Draft => {
  const { due, left, ends, next } = payment ?? paymentOf(stream, locktime);
  const payout = payoutOf(stream, due);
  const satoshis = holdsTokens(stream.address.kind) ? PAYOUT : 0n;
  return atSize((size) => {
    const reserve = next.reserve - (purse === undefined ? size + satoshis : 0n);
    const own = purse === undefined ? [] : [purse];
    const change = purse === undefined ? [] : changeTo(purse, size + satoshis);
    const coins = streamInputs(stream, ends ? 'end' : isPending(readStream(stream)) ? 'collect' : 'pay');
    if (!ends) {
      const [state, ...companion] = streamOutputs(stream, { ...next, reserve }, left, unitsOf(stream));
      const outputs = [...(state === undefined ? [] : [state]), ...companion, payout, ...change];
      return { version: 2, locktime: Number(locktime), inputs: [...coins, ...own], outputs };
    }
    const clock = isNoticed(stream) ? clockInput(stream, SEQUENCE_PLAIN) : [];
    const others = [stream.companion, ...clock.map(({ coin }) => coin)];
    const back = others.reduce((sum, coin) => sum + (coin?.output.valueSatoshis ?? 0n), reserve);
    const rest = back < DUST ? [] : [plainOutput(stream.address.terms.sender, back)];
    return {
      version: 2,
      locktime: Number(locktime),
      inputs: [...coins, ...clock, ...own],
      outputs: [payout, ...rest, ...change],
    };
  }, fee);
};

/** Everything that a cancel left, to the sender. */
export const draftRefund = (stream: Stream, { fee, sequence }: { fee?: bigint; sequence?: number } = {}): Draft =>
  atSize((size) => {
    const { companion, clock, state, address } = stream;
    const value = [state, companion, clock].reduce((sum, coin) => sum + (coin?.output.valueSatoshis ?? 0n), 0n);
    const token = companion?.output.token;
    const output = plainOutput(address.terms.sender, value - size);
    return {
      version: 2,
      locktime: 0,
      inputs: [...streamInputs(stream, 'refund'), ...clockInput(stream, sequence)],
      outputs: [token === undefined ? output : { ...output, token }],
    };
  }, fee);

/** The end of a pause's notice: the clock's satoshis pay. */
export const draftSettle = (stream: Stream, { fee, sequence }: { fee?: bigint; sequence?: number } = {}): Draft =>
  atSize((size) => {
    const state = readStream(stream);
    const units = stream.clock?.output.token?.amount ?? 0n;
    const reserve = state.reserve + (stream.clock?.output.valueSatoshis ?? 0n) - size;
    return {
      version: 2,
      locktime: 0,
      inputs: [...streamInputs(stream, 'settle'), ...clockInput(stream, sequence)],
      outputs: streamOutputs(stream, { ...state, reserve, status: STATUS.pausedRunning }, principalOf(stream), units),
    };
  }, fee);

/** Coins at the address that are not streams, gathered behind one of the sender's. */
export const draftSweep = (stream: Stream, strays: readonly Coin[], authority: DraftInput): Draft => {
  const { address } = stream;
  const value = strays.reduce((sum, coin) => sum + coin.output.valueSatoshis, authority.coin.output.valueSatoshis);
  const [first] = strays;
  const token = first?.output.token;
  return atSize((size) => ({
    version: 2,
    locktime: Number(START),
    inputs: [authority, ...strays.map((coin) => inputOf(coin, address.call('sweep')))],
    outputs: [{ ...plainOutput(address.terms.sender, value - size), ...(token === undefined ? {} : { token }) }],
  }));
};

/** Whether a state is of somebody. */
export const isOf = (state: State, lockingBytecode: Uint8Array): boolean =>
  hash160(lockingBytecode).toString() === state.recipient.toString();

export const isPausing = (stream: Stream): boolean =>
  isRecurring(stream.address.kind) && readStream(stream).status === STATUS.pausing;

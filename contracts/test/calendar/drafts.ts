import { hash160, type Output } from '@bitauth/libauth';
import { noticeOf } from '../plan/move-drafts.js';
import { payTo, purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import type { Coin, Draft, DraftInput } from '../support/transaction.js';
import { clockOutput, holdsTokens, isGrant, isList, isSalary, SHARES, type State } from './covenant.js';
import {
  categoryOf,
  clockInputOf,
  lessPayout,
  type Payment,
  paymentOf,
  PAYOUT,
  principalOf,
  stateOf,
  type Stream,
  streamInputs,
  streamOutputs,
  unitsOf,
} from './stream.js';

const NOW = 1_790_000_000;
const AUTHORITY = 3_000_000n;
/** What the sender's coin pays for a transaction of theirs. */
const COST = 20_000n;

export const authority = (): DraftInput => purse(sender, AUTHORITY, 'authority');
/** A coin of the recipient that consents, or pays a fee. */
export const ownCoin = (): DraftInput => purse(recipient, 100_000n, 'own coin');

const payoutOf = ({ address, to }: Stream, amount: bigint): Output =>
  holdsTokens(address.kind)
    ? { lockingBytecode: to, valueSatoshis: PAYOUT, token: { category: SHARES, amount } }
    : { lockingBytecode: to, valueSatoshis: amount };

const lengthOf = (argument: Payment['argument']): bigint =>
  argument instanceof Uint8Array ? BigInt(argument.length) : 0n;

/** A payment of some parts, at their date, from the reserve. */
export const draftPay = (
  stream: Stream,
  count: bigint,
  { time, fee, payment = paymentOf(stream, count) }: { time?: bigint; fee?: bigint; payment?: Payment } = {},
): Draft => {
  const { argument, due, paid, left, next } = payment;
  const taken = fee ?? stream.address.terms.fee + lengthOf(argument);
  const reserve = stateOf(stream).reserve - taken;
  return {
    version: 2,
    locktime: Number(time ?? due),
    inputs: streamInputs(stream, 'pay', argument),
    outputs: [...streamOutputs(stream, { ...next, reserve }, left, unitsOf(stream)), payoutOf(stream, paid)],
  };
};

/** The same while a move is pending, by a coin of the recipient, which pays the fee. */
export const draftCollect = (
  stream: Stream,
  count: bigint,
  {
    time,
    by = ownCoin(),
    payment = paymentOf(stream, count),
  }: { time?: bigint; by?: DraftInput; payment?: Payment } = {},
): Draft => {
  const { argument, due, paid, left, next } = payment;
  return {
    version: 2,
    locktime: Number(time ?? due),
    inputs: [...streamInputs(stream, 'collect', argument), by],
    outputs: [...streamOutputs(stream, next, left, unitsOf(stream)), payoutOf(stream, paid)],
  };
};

/** When the last part of a stream falls due. */
export const endOf = (stream: Stream): bigint => paymentOf(stream, partsOf(stream)).due;
/** How many parts are left; of a grant, all of its installments. */
export const partsOf = (stream: Stream): bigint => {
  const { kind } = stream.address;
  const state = stateOf(stream);
  if (isSalary(kind)) return state.unpaid;
  return isGrant(kind) ? state.installments : BigInt(stream.list.length - stream.paid);
};

/** The last payment: of all that is left. */
export const draftEnd = (stream: Stream, time = endOf(stream)): Draft => {
  const { address, companion, clock } = stream;
  const last = paymentOf(stream, partsOf(stream));
  const reserve =
    stateOf(stream).reserve + (companion?.output.valueSatoshis ?? 0n) + (clock?.output.valueSatoshis ?? 0n);
  return {
    version: 2,
    locktime: Number(time),
    inputs: [
      ...streamInputs(stream, 'end', isList(address.kind) ? last.argument : undefined),
      ...clockInputOf(stream, 0xfffffffe),
    ],
    outputs: [
      payoutOf(stream, principalOf(stream)),
      { lockingBytecode: address.terms.sender, valueSatoshis: reserve - address.terms.floor },
    ],
  };
};

export type Act = 'pause' | 'cancel' | 'resume';
/** What a sender does with a stream, and how many parts it pays; of a resume, how many paydays have passed. */
export interface Leg {
  readonly stream: Stream;
  readonly act: Act;
  readonly count?: bigint;
}

const nextOf = ({
  stream,
  act,
  count = 0n,
}: Leg): { readonly next: State; readonly paid: bigint; readonly due: bigint } => {
  const { kind, terms } = stream.address;
  const state = stateOf(stream);
  const still = { ...state, to: new Uint8Array() };
  if (act === 'resume') {
    const runs = count > 0n ? state.status % 2n : 0n;
    const next = { ...still, status: 0n, unpaid: state.unpaid - runs, month: state.month + count * terms.months };
    return { next, paid: runs * state.amount, due: count > 0n ? paymentOf(stream, count).due : 0n };
  }
  if (isList(kind)) return { next: still, paid: 0n, due: 0n };
  if (count === 0n) {
    const status = act === 'pause' ? 1n : state.status + 2n;
    return { next: isSalary(kind) ? { ...still, status } : still, paid: 0n, due: 0n };
  }
  const { next, paid, due } = paymentOf(stream, count);
  const status = act === 'pause' ? 1n : state.status + 2n + count * (state.status > 2n ? 1n : 0n);
  const isDust = !holdsTokens(kind) && isGrant(kind) && paid < 576n;
  const after = isSalary(kind) ? { ...next, status } : paid < 0n || isDust ? state : next;
  return { next: { ...after, to: still.to }, paid: paid < 0n || isDust ? 0n : paid, due };
};

const pathOf = ({ stream, act }: Leg): string =>
  act === 'resume' ? 'resume' : isSalary(stream.address.kind) ? 'stop' : 'cancel';

/** One transaction of the sender, of streams of one asset. */
export const draftActs = (
  legs: readonly Leg[],
  { time, by = authority() }: { time?: bigint; by?: DraftInput } = {},
): Draft => {
  const outputs: Output[] = [payTo(sender, by.coin.output.valueSatoshis - COST * BigInt(legs.length))];
  const inputs: DraftInput[] = [by];
  let latest = BigInt(NOW);
  for (const leg of legs) {
    const { stream, act, count = 0n } = leg;
    const { address } = stream;
    const { next, paid, due } = nextOf(leg);
    const tokens = holdsTokens(address.kind);
    const at = inputs.length;
    const first = tokens ? 2 * at - 1 : 3 * at - 2;
    while (outputs.length < first) outputs.push(payTo(sender, 1_000n));
    const units = act === 'resume' ? unitsOf(stream) : 0n;
    outputs.push(...streamOutputs(stream, next, principalOf(stream) - paid, units));
    const clock = clockOutput(unitsOf(stream), lessPayout(address.kind, address.terms.floor));
    const token = clock.token && { ...clock.token, category: categoryOf(stream) };
    if (act !== 'resume') outputs.push({ ...clock, token });
    else if (paid > 0n) outputs.push(payTo(sender, 1_000n));
    if (paid > 0n) outputs.push(payoutOf(stream, paid));
    inputs.push(...streamInputs(stream, pathOf(leg), isList(address.kind) ? undefined : count));
    if (due > latest) latest = due;
  }
  return { version: 2, locktime: Number(time ?? latest), inputs, outputs };
};

/** The end of a pause's notice. */
export const draftSettle = (stream: Stream, sequence = Number(stream.address.terms.notice)): Draft => {
  const state = stateOf(stream);
  const units = stream.clock?.output.token?.amount ?? 0n;
  return {
    version: 2,
    locktime: 0,
    inputs: [...streamInputs(stream, 'settle'), ...clockInputOf(stream, sequence)],
    outputs: streamOutputs(stream, { ...state, status: 3n }, principalOf(stream), units),
  };
};

/** Returns to the sender what a cancel left. */
export const draftRefund = (stream: Stream, sequence = Number(stream.address.terms.notice)): Draft => {
  const { address, state, companion, clock } = stream;
  const { kind, terms } = address;
  const held = [state, companion, clock].reduce((sum, coin) => sum + (coin?.output.valueSatoshis ?? 0n), 0n);
  const back = { lockingBytecode: terms.sender, valueSatoshis: held - lessPayout(kind, terms.floor) };
  return {
    version: 2,
    locktime: 0,
    inputs: [...streamInputs(stream, 'refund'), ...clockInputOf(stream, sequence)],
    outputs: [companion === undefined ? back : { ...back, token: { category: SHARES, amount: principalOf(stream) } }],
  };
};

/** The sender gathers a coin at an address. */
export const draftSweep = ({ address }: Stream, coin: Coin, by = authority()): Draft => ({
  version: 2,
  locktime: NOW,
  inputs: [by, address.input(coin, 'sweep')],
  outputs: [payTo(sender, by.coin.output.valueSatoshis + coin.output.valueSatoshis - COST)],
});

const moved = (streams: readonly Stream[], path: 'announce' | 'finish', sequence: number): DraftInput[] =>
  streams.flatMap((stream) =>
    streamInputs(stream, path).map((input, place) => (place === 0 ? { ...input, sequence } : input)),
  );
/** What an announcement puts into the reserve, and a finish takes out of it. */
const moveFeeOf = ({ address }: Stream): bigint => lessPayout(address.kind, address.terms.floor);
const announced = (stream: Stream, to: Uint8Array): Output[] => {
  const state = stateOf(stream);
  const next = { ...state, reserve: state.reserve + moveFeeOf(stream), to: hash160(to) };
  return streamOutputs(stream, next, principalOf(stream), unitsOf(stream));
};
const finished = (stream: Stream): Output[] => {
  const state = stateOf(stream);
  const next = { ...state, reserve: state.reserve - moveFeeOf(stream), recipient: state.to, to: new Uint8Array() };
  return streamOutputs(stream, next, principalOf(stream), unitsOf(stream));
};
const changeOf = ({ coin }: DraftInput, streams: readonly Stream[]): Output => ({
  lockingBytecode: coin.output.lockingBytecode,
  valueSatoshis: coin.output.valueSatoshis - COST - streams.reduce((sum, stream) => sum + moveFeeOf(stream), 0n),
});

/** The recipient announces another address for streams of theirs. */
export const draftAnnounce = (streams: readonly Stream[], to: Uint8Array, by = ownCoin(), sequence = 1): Draft => ({
  version: 2,
  locktime: 0,
  inputs: [by, ...moved(streams, 'announce', sequence)],
  outputs: [noticeOf(to), ...streams.flatMap((stream) => announced(stream, to)), changeOf(by, streams)],
});

const delayOf = (streams: readonly Stream[]): number => Number(streams[0]?.address.terms.delay ?? 0n);

/** Anybody moves streams to the addresses announced, behind a coin of theirs. */
export const draftFinish = (
  streams: readonly Stream[],
  sequence = delayOf(streams),
  by = purse(outsider, 100_000n, 'payer of a move'),
): Draft => ({
  version: 2,
  locktime: 0,
  inputs: [by, ...moved(streams, 'finish', sequence)],
  outputs: [changeOf(by, []), ...streams.flatMap(finished)],
});

/** One stream moves by itself: its reserve pays, and nobody signs. */
export const draftOwnFinish = (stream: Stream, sequence = delayOf([stream])): Draft => ({
  version: 2,
  locktime: 0,
  inputs: moved([stream], 'finish', sequence),
  outputs: finished(stream),
});

import type { Output } from '@bitauth/libauth';
import { coinNamed } from '../support/coins.js';
import { SEQUENCE_PLAIN, type Draft, type DraftInput } from '../support/transaction.js';
import { lessPayout, holdsTokens, isRecurring, slotsOf, stopPath } from './covenant.js';
import { atSize, payoutOf, plainOutput, streamInputs, streamOutputs } from './drafts.js';
import { paidByStop, type Payment } from './payment.js';
import { ownHash, STATUS } from './state.js';
import { categoryOf, clockOutput, principalOf, readStream, unitsOf, type Stream } from './stream.js';

/** What the sender does with one of their streams. */
export type Act = 'cancel' | 'pause' | 'resume';

export interface Leg {
  readonly stream: Stream;
  readonly act: Act;
}

/** What an act makes of a stream: outputs by their slots, at its input. */
interface Made {
  readonly outputs: ReadonlyMap<number, Output>;
  /** Slots that are free, but before others that are not. */
  readonly free: readonly number[];
}

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const stopped = (stream: Stream, act: 'cancel' | 'pause', input: number, time: bigint): Made & { payment: Payment } => {
  const { address } = stream;
  const { kind, terms } = address;
  const slots = slotsOf(kind, input);
  const payment = paidByStop(stream, time);
  const before = payment.next;
  const status = isRecurring(kind) ? before.status + (act === 'pause' ? 1n : 2n) : 0n;
  const next = { ...before, status, reserve: most(before.reserve, terms.fill), recipient: ownHash(before) };
  const [state, companion] = streamOutputs(stream, next, payment.left, 0n);
  const clock = clockOutput(
    categoryOf(stream),
    unitsOf(stream),
    isRecurring(kind) ? lessPayout(kind, terms.floor) : 700n,
  );
  const outputs = new Map([[slots.clock, clock]]);
  if (state !== undefined) outputs.set(slots.state, state);
  if (companion !== undefined && slots.companion !== undefined) outputs.set(slots.companion, companion);
  if (payment.due > 0n) outputs.set(slots.payee, payoutOf(stream, payment.due));
  return { outputs, free: payment.due > 0n ? [] : [slots.payee], payment };
};

const resumed = (stream: Stream, input: number, time: bigint): Made => {
  const { kind, terms } = stream.address;
  const slots = slotsOf(kind, input);
  const before = readStream(stream);
  const periods = before.status % 2n;
  const due = periods * before.amount;
  const next = {
    ...before,
    recipient: ownHash(before),
    status: STATUS.active,
    unpaid: before.unpaid - periods,
    next: time + terms.interval,
  };
  const [state, companion] = streamOutputs(stream, next, principalOf(stream) - due, unitsOf(stream));
  const outputs = new Map<number, Output>();
  if (state !== undefined) outputs.set(slots.state, state);
  if (companion !== undefined && slots.companion !== undefined) outputs.set(slots.companion, companion);
  if (due > 0n) outputs.set(slots.payee, payoutOf(stream, due));
  return { outputs, free: due > 0n ? [slots.clock] : [slots.clock, slots.payee] };
};

const made = ({ stream, act }: Leg, input: number, time: bigint): Made =>
  act === 'resume' ? resumed(stream, input, time) : stopped(stream, act, input, time);

/** The inputs of the states: the first ones where no output would serve two of them. */
export const placesOf = (legs: readonly Leg[]): readonly number[] => {
  const places: number[] = [];
  let used = 0;
  let input = 1;
  for (const { stream } of legs) {
    const { kind } = stream.address;
    while (slotsOf(kind, input).state <= used) input += 1;
    places.push(input);
    used = slotsOf(kind, input).payee;
    input += holdsTokens(kind) ? 2 : 1;
  }
  return places;
};

export interface Acting {
  /** The sender's coin at input 0: pays everything, its change at output 0. */
  readonly authority: DraftInput;
  /** Further coins of the sender, behind. */
  readonly behind?: readonly DraftInput[];
  readonly first?: (value: bigint) => Output;
  readonly fee?: bigint;
}

const sum = (outputs: readonly Output[]): bigint => outputs.reduce((all, { valueSatoshis }) => all + valueSatoshis, 0n);

/** What fills a place before a stream: a coin of the sender, or an output to them. */
const FILLER = 1_000n;

/** The sender cancels, pauses, resumes streams, of one or of many plans, in one transaction. */
export const draftActs = (legs: readonly Leg[], locktime: bigint, acting: Acting): Draft => {
  const { authority, behind = [], first, fee } = acting;
  const owner = authority.coin.output.lockingBytecode;
  const places = placesOf(legs);
  const inputs: DraftInput[] = [authority];
  const outputs = new Map<number, Output>();
  const free: number[] = [];
  legs.forEach((leg, at) => {
    const place = places[at] ?? 0;
    while (inputs.length < place)
      inputs.push({
        coin: coinNamed(`filler ${inputs.length}`, plainOutput(owner, FILLER)),
        sequence: SEQUENCE_PLAIN,
        unlocking: authority.unlocking,
      });
    inputs.push(...streamInputs(leg.stream, leg.act === 'resume' ? 'resume' : stopPath(leg.stream.address.kind)));
    const result = made(leg, place, locktime);
    for (const [slot, output] of result.outputs) outputs.set(slot, output);
    free.push(...result.free);
  });
  const last = Math.max(0, ...outputs.keys());
  const rest = Array.from({ length: last }, (_, at) => outputs.get(at + 1) ?? plainOutput(owner, FILLER));
  const all = [...inputs, ...behind];
  const value = sum(all.map(({ coin }) => coin.output)) - sum(rest);
  return atSize((size) => {
    const change = first === undefined ? plainOutput(owner, value - size) : first(value - size);
    return { version: 2, locktime: Number(locktime), inputs: all, outputs: [change, ...rest] };
  }, fee);
};

import { hash160, type Output } from '@bitauth/libauth';
import {
  announces,
  commitmentOf,
  finishes,
  follows,
  isSame,
  type Moved,
  type Moving,
  powerOf,
  type Rule,
  same,
} from '../support/move-rules.js';
import type { Draft } from '../support/transaction.js';
import { holdsTokens, isRecurring, PAYOUT, PLAN_COMPANION, type Address, type Kind } from './covenant.js';
import { isPayable, paymentOf } from './payment.js';
import { encodeState, readState } from './state.js';
import type { Stream } from './stream.js';

/**
 * The rules of moves, in words and apart from the scripts: what a block may hold of announcements, moves and payments while a
 * move is pending. Every other call of a plan is not of these rules.
 */
const firstProblem = (rules: Iterable<Rule>): string | undefined => {
  for (const [holds, problem] of rules) if (!holds) return problem;
  return undefined;
};

const FINAL = 0xffff_ffff;

const baseOf = (kind: Kind): number => (holdsTokens(kind) ? 38 : 40);

/** An input that calls a plan, and what is around it. */
interface Called extends Moved {
  readonly address: Address;
}

const collects = function* ({ draft, at, address, coin, sequence }: Called): Generator<Rule> {
  const { kind } = address;
  const { inputs, outputs, locktime } = draft;
  const length = baseOf(kind);
  const commitment = commitmentOf(coin);
  const own = commitment.slice(length - 20, length);
  const tokens = holdsTokens(kind);
  yield [at === 0, 'not at input 0'];
  yield [commitment.length === length + 20, 'no move is pending'];
  yield [locktime >= 500_000_000 && sequence !== FINAL, 'no time'];
  yield [
    same(hash160(inputs[inputs.length - 1]?.coin.output.lockingBytecode ?? new Uint8Array()), own),
    'not by the recipient',
  ];
  if (tokens) yield [follows(inputs[1], inputs[0]), 'not its own tokens'];
  const held = inputs[1]?.coin;
  const state = { txid: new Uint8Array(32), vout: 0, output: coin, mined: undefined };
  const stream: Stream = {
    address,
    state,
    companion: tokens ? held : undefined,
    clock: undefined,
    to: new Uint8Array(),
  };
  const payment = paymentOf(stream, BigInt(locktime));
  yield [isPayable(stream, payment, true) && !payment.ends, 'nothing to pay, or all'];
  // From the end on all is due, whether it is paid or not.
  yield [isRecurring(kind) || BigInt(locktime) < readState(kind, coin).end, 'all is due'];
  const [next, companion, payee] = tokens ? [outputs[0], outputs[1], outputs[2]] : [outputs[0], undefined, outputs[1]];
  if (next === undefined || payee === undefined) {
    yield [false, 'an output is missing'];
    return;
  }
  const reserve = tokens ? next.valueSatoshis : next.valueSatoshis - payment.left;
  yield [reserve >= payment.next.reserve && (tokens || reserve <= 8_388_607n), 'the reserve pays'];
  yield [isSame({ ...next, valueSatoshis: coin.valueSatoshis }, coin), 'the state changes'];
  yield [same(commitmentOf(next), encodeState(kind, { ...payment.next, reserve })), 'the state says something else'];
  yield [same(hash160(payee.lockingBytecode), own), 'paid to somebody else'];
  if (!tokens) {
    yield [payee.token === undefined && payee.valueSatoshis === payment.due, 'not what is due'];
    return;
  }
  const before = held?.output;
  if (before === undefined || companion === undefined) {
    yield [false, 'without tokens'];
    return;
  }
  yield [powerOf(payee) === powerOf(before) && payee.token?.amount === payment.due, 'not what is due'];
  yield [payee.valueSatoshis >= PAYOUT, 'less than a payout needs'];
  yield [companion.valueSatoshis >= before.valueSatoshis, 'the tokens pay'];
  yield [
    isSame({ ...companion, valueSatoshis: before.valueSatoshis }, { ...before, ...withAmount(before, payment.left) }),
    'the tokens change',
  ];
};

const withAmount = ({ token }: Output, amount: bigint): Pick<Output, 'token'> =>
  token === undefined ? {} : { token: { ...token, amount } };

const movingOf = ({ kind, terms }: Address): Moving => ({
  length: baseOf(kind),
  reserveAt: holdsTokens(kind) ? undefined : isRecurring(kind) ? 3 : 2,
  delay: terms.delay,
  fee: terms.floor - (holdsTokens(kind) ? PAYOUT : 0n),
});

const RULES = { announce: announces, finish: finishes, collect: collects } as const;

const isMove = (name: string): name is keyof typeof RULES => name in RULES;

/** What the calls of a transaction do that the rules do not allow; undefined where they allow it. */
export const moveModel =
  (addresses: readonly Address[]) =>
  (draft: Draft): string | undefined => {
    for (const [at, { coin, sequence, unlocking }] of draft.inputs.entries()) {
      if (unlocking === PLAN_COMPANION.unlocking) {
        if (!follows(draft.inputs[at], draft.inputs[at - 1])) return 'tokens without their state';
        continue;
      }
      if (unlocking.kind !== 'call' || unlocking.linked === undefined) continue;
      const { name } = unlocking.linked;
      const address = addresses.find(({ script }) => script === unlocking.script);
      if (address === undefined || !isMove(name)) throw new Error(`${name} is not of these rules`);
      if (!same(coin.output.lockingBytecode, address.lockingBytecode)) return 'a coin of another address';
      const problem = firstProblem(
        RULES[name]({ draft, at, address, moving: movingOf(address), coin: coin.output, sequence }),
      );
      if (problem !== undefined) return `input ${at}: ${problem}`;
    }
    return undefined;
  };

import { binsAreEqual, flattenBinArray, hash160, type Output } from '@bitauth/libauth';
import { seal, type Draft, type DraftInput } from '../support/transaction.js';
import { holdsTokens, isRecurring, PAYOUT, PLAN_COMPANION, type Address, type Kind } from './covenant.js';
import { isPayable, paymentOf } from './payment.js';
import { encodeState, readState } from './state.js';
import type { Stream } from './stream.js';

/**
 * The rules of moves, in words and apart from the scripts: what a block may hold of announcements, moves and payments while a
 * move is pending. Every other call of a plan is not of these rules.
 */
type Rule = readonly [holds: boolean, problem: string];

const FINAL = 0xffff_ffff;
/** Of a lock in blocks: below it. */
const BLOCKS = 0x1_0000;

const same = (left: Uint8Array | undefined, right: Uint8Array | undefined): boolean =>
  left !== undefined && right !== undefined && binsAreEqual(left, right);

const firstProblem = (rules: Iterable<Rule>): string | undefined => {
  for (const [holds, problem] of rules) if (!holds) return problem;
  return undefined;
};

const commitmentOf = ({ token }: Output): Uint8Array => token?.nft?.commitment ?? new Uint8Array();
const baseOf = (kind: Kind): number => (holdsTokens(kind) ? 38 : 40);

/** Category and power of a token: a script cannot distinguish an immutable NFT from none. */
const powerOf = ({ token }: Output): string => {
  if (token === undefined) return 'none';
  const { nft } = token;
  return `${token.category.toString()} ${nft === undefined || nft.capability === 'none' ? '' : nft.capability}`;
};

/** An output is what a coin was: lock, token and satoshis. */
const isSame = (output: Output | undefined, coin: Output): boolean =>
  output !== undefined &&
  same(output.lockingBytecode, coin.lockingBytecode) &&
  powerOf(output) === powerOf(coin) &&
  (output.token?.amount ?? 0n) === (coin.token?.amount ?? 0n) &&
  output.valueSatoshis === coin.valueSatoshis;

const follows = (second: DraftInput | undefined, first: DraftInput | undefined): boolean =>
  first !== undefined &&
  second !== undefined &&
  same(second.coin.txid, first.coin.txid) &&
  second.coin.vout === first.coin.vout + 1;

/** The address that an output names, if it is a notice. */
const namedBy = (output: Output | undefined): Uint8Array | undefined => {
  const lock = output?.lockingBytecode;
  if (lock === undefined || lock.length < 9) return undefined;
  const to = lock.slice(9);
  const said = flattenBinArray([Uint8Array.of(0x57, 0x45, 0x49, 0x52, 1, 25), to]);
  const notice = flattenBinArray([Uint8Array.of(0x6a, 0x4c, said.length), said]);
  return said.length < 256 && same(lock, notice) ? to : undefined;
};

/**
 * Whether the coin at input 0 consents: a key's by a signature that covers all outputs (ALL is 1 of the lowest two bits, NONE 2,
 * SINGLE 3). Of any other coin the script reads the same byte, so there must be one.
 */
const consents = (draft: Draft): boolean => {
  const pushes = seal(draft).transaction.inputs[0]?.unlockingBytecode ?? new Uint8Array();
  const [length] = pushes;
  if (length === undefined) return false;
  const type = pushes[length];
  if (type === undefined) return false;
  return draft.inputs[0]?.coin.output.lockingBytecode.length !== 25 || type % 4 === 1;
};

/** An input that calls a plan, and what is around it. */
interface Called {
  readonly draft: Draft;
  readonly at: number;
  readonly address: Address;
  readonly coin: Output;
  readonly sequence: number;
}

/** What goes into the reserve with an announcement, and out of it with a finish. */
const feeOf = ({ kind, terms }: Address): bigint => terms.floor - (holdsTokens(kind) ? PAYOUT : 0n);

/** A commitment whose reserve, where it says one, is another by so much; undefined where it cannot say it. */
const reservedBy = (kind: Kind, commitment: Uint8Array, more: bigint): Uint8Array | undefined => {
  if (holdsTokens(kind)) return commitment;
  const place = isRecurring(kind) ? 3 : 2;
  const bytes = commitment.slice(place, place + 3);
  if (bytes.length < 3) return undefined;
  const [low = 0, middle = 0, high = 0] = bytes;
  // The top bit is the sign, as in all numbers of a script.
  const said = BigInt(low + 256 * middle + 65_536 * (high & 0x7f)) * (high > 0x7f ? -1n : 1n);
  const next = said + more;
  const size = next < 0n ? -next : next;
  if (size > 8_388_607n) return undefined;
  const number = Number(size);
  const top = (number >> 16) | (next < 0n ? 0x80 : 0);
  return Uint8Array.of(
    ...commitment.slice(0, place),
    ...[number & 255, (number >> 8) & 255, top],
    ...commitment.slice(place + 3),
  );
};

/** State and tokens go on where they were; the state's commitment is a new one, and its satoshis are more. */
const stays = function* (
  { draft, at, address, coin }: Called,
  commitment: Uint8Array | undefined,
  more: bigint,
): Generator<Rule> {
  const { inputs, outputs } = draft;
  const output = outputs[at];
  yield [isSame(output, { ...coin, valueSatoshis: coin.valueSatoshis + more }), 'the state changes'];
  yield [commitment !== undefined, 'a reserve that no commitment says'];
  yield [output !== undefined && same(commitmentOf(output), commitment), 'the state says something else'];
  if (!holdsTokens(address.kind)) return;
  const tokens = inputs[at + 1];
  yield [follows(tokens, inputs[at]), 'not its own tokens'];
  yield [tokens !== undefined && isSame(outputs[at + 1], tokens.coin.output), 'the tokens change'];
};

const announces = function* (called: Called): Generator<Rule> {
  const { draft, address, coin, sequence } = called;
  const length = baseOf(address.kind);
  const kept = commitmentOf(coin).slice(0, length);
  const to = namedBy(draft.outputs[draft.locktime]);
  yield [(coin.token?.amount ?? 0n) > 0n, 'under notice'];
  yield [address.terms.delay > 0n, 'streams that do not move'];
  yield [draft.version === 2 && sequence === 1, 'not in a block yet'];
  yield [kept.length === length, 'not a state'];
  yield [
    same(hash160(draft.inputs[0]?.coin.output.lockingBytecode ?? new Uint8Array()), kept.slice(-20)),
    'not by the recipient',
  ];
  yield [consents(draft), 'a signature for not all outputs'];
  yield [to !== undefined, 'no notice'];
  if (to === undefined) return;
  const [first] = to;
  yield [first !== undefined && to.length <= 35 && (first & 0x6a) !== 0x6a, 'not an address that can be paid'];
  const more = feeOf(address);
  yield* stays(called, reservedBy(address.kind, Uint8Array.of(...kept, ...hash160(to)), more), more);
};

const finishes = function* (called: Called): Generator<Rule> {
  const { draft, at, address, coin, sequence } = called;
  const length = baseOf(address.kind);
  const commitment = commitmentOf(coin);
  const [own, to] = [commitment.slice(length - 20, length), commitment.slice(length)];
  const first = draft.inputs[0]?.coin.output;
  yield [at === 0 || (first !== undefined && powerOf(first) !== powerOf(coin)), 'behind a stream of its plan'];
  yield [to.length === 20, 'no move is pending'];
  yield [draft.version === 2, 'without relative locks'];
  yield [same(own, to) || (sequence >= Number(address.terms.delay) && sequence < BLOCKS), 'before the delay is over'];
  const less = -feeOf(address);
  yield* stays(called, reservedBy(address.kind, Uint8Array.of(...commitment.slice(0, length - 20), ...to), less), less);
};

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
      const problem = firstProblem(RULES[name]({ draft, at, address, coin: coin.output, sequence }));
      if (problem !== undefined) return `input ${at}: ${problem}`;
    }
    return undefined;
  };

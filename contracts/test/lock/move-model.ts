import { binsAreEqual, flattenBinArray, hash160, type Output } from '@bitauth/libauth';
import { seal, type Draft } from '../support/transaction.js';
import { movedTo, pendingAt } from './lock-moves.js';
import { leftAt, lockingBytecodeOf, type LockTerms, unitsOf } from './lock.js';

/** A rule of locks that can move, in plain words and written apart from their scripts: whether it holds, and what is wrong otherwise. */
type Rule = readonly [holds: boolean, problem: string];

const FINAL = 0xffff_ffff;
const BLOCKS = 0x1_0000;
const FEE_OF_MOVE = { BCH: 600n, FUNGIBLE_TOKEN: 680n } as const;
const NOTHING = new Uint8Array();

const same = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one !== undefined && other !== undefined && binsAreEqual(one, other);

/** The address that an output names, if it is a notice: one push of WEIR, 1, 25 and the address. */
const namedBy = (output: Output | undefined): Uint8Array | undefined => {
  const script = output?.lockingBytecode ?? NOTHING;
  const to = script.slice(9);
  const words = Uint8Array.of(0x6a, 0x4c, to.length + 6, 0x57, 0x45, 0x49, 0x52, 1, 25);
  return to.length < 250 && same(script, flattenBinArray([words, to])) ? to : undefined;
};

/** Category and power of a token: a script cannot distinguish an immutable NFT from none. */
const powerOf = ({ token }: Output): string => {
  const power = token?.nft === undefined || token.nft.capability === 'none' ? '' : token.nft.capability;
  return token === undefined ? 'none' : `${token.category.toString()} ${power}`;
};

/** Whether a key's signature at input 0 covers all outputs. Of any other coin the script reads the same byte, so there must be one. */
const consents = (draft: Draft): boolean => {
  const [first] = seal(draft).transaction.inputs;
  const [length, ...pushed] = first?.unlockingBytecode ?? NOTHING;
  const type = length === undefined || length === 0 ? length : pushed[length - 1];
  if (type === undefined) return false;
  return draft.inputs[0]?.coin.output.lockingBytecode.length !== 25 || (type & 3) === 1;
};

interface Called {
  readonly draft: Draft;
  readonly at: number;
  readonly terms: LockTerms;
  readonly coin: Output;
  readonly sequence: number;
}

const commitmentOf = (output: Output): Uint8Array => output.token?.nft?.commitment ?? NOTHING;
const amountOf = (output: Output): bigint => output.token?.amount ?? 0n;

/** Whether two outputs carry the same, as far as a script sees it. */
const carriesSame = (one: Output, other: Output): boolean =>
  powerOf(one) === powerOf(other) && amountOf(one) === amountOf(other) && same(commitmentOf(one), commitmentOf(other));

const isOf = (owner: Uint8Array, output: Output | undefined): boolean =>
  output !== undefined && same(hash160(output.lockingBytecode), hash160(owner));

const announces = function* ({ draft, at, terms, coin }: Called): Generator<Rule> {
  const to = namedBy(draft.outputs[draft.locktime]);
  const next = draft.outputs[at];
  yield [isOf(terms.recipient, draft.inputs[0]?.coin.output), 'not by the recipient'];
  yield [consents(draft), 'a signature for no output'];
  if (to === undefined || next === undefined) {
    yield [false, 'no notice, or no output'];
    return;
  }
  const [first] = to;
  yield [first !== undefined && to.length <= 35 && (first & 0x6a) !== 0x6a, 'not an address that can be paid'];
  yield [same(next.lockingBytecode, lockingBytecodeOf(pendingAt(terms, to))), 'goes on elsewhere'];
  yield [carriesSame(next, coin), 'the tokens change'];
  const added = terms.movesTo === undefined ? FEE_OF_MOVE[terms.asset] : 0n;
  yield [next.valueSatoshis === coin.valueSatoshis + added, 'not with the fee of the move'];
};

const finishes = function* ({ draft, at, terms, coin, sequence }: Called): Generator<Rule> {
  const [next] = draft.outputs;
  const { movesTo: to, delay = 0n, recipient } = terms;
  yield [at === 0, 'not at input 0'];
  yield [draft.version >= 2, 'without relative locks'];
  if (to === undefined || next === undefined) {
    yield [false, 'nothing pending, or no output'];
    return;
  }
  const isUndone = same(hash160(to), hash160(recipient));
  yield [isUndone || (sequence >= Number(delay) && sequence < BLOCKS), 'before the delay is over'];
  yield [same(next.lockingBytecode, lockingBytecodeOf(movedTo(terms, to))), 'goes on elsewhere'];
  yield [carriesSame(next, coin), 'the tokens change'];
  yield [next.valueSatoshis === coin.valueSatoshis - FEE_OF_MOVE[terms.asset], 'not with its fee'];
};

/** A payment: what both ways to make one have in common. */
const payment = function* ({ draft, at, terms, coin, sequence }: Called, reserved: bigint): Generator<Rule> {
  const inBch = terms.asset === 'BCH';
  const time = BigInt(draft.locktime);
  yield [at === 0, 'not at input 0'];
  yield [time >= terms.cliff && sequence !== FINAL, 'before the cliff, or for no time'];
  const left = leftAt(terms, time);
  const kept = left + (inBch && left > 0n ? reserved : 0n);
  const due = unitsOf(terms, coin) - kept;
  yield [due > 0n || (!inBch && left === 0n && due === 0n), 'nothing is due'];
  const [rest, paid] = left > 0n ? [draft.outputs[0], draft.outputs[1]] : [undefined, draft.outputs[0]];
  yield [isOf(terms.recipient, paid), 'paid to somebody else'];
  if (paid === undefined) return;
  yield [powerOf(paid) === powerOf(coin), 'another token is paid'];
  yield [same(commitmentOf(paid), commitmentOf(coin)), 'the NFT does not go along'];
  yield [amountOf(paid) === (inBch ? amountOf(coin) : due), 'not the tokens that go along, or are due'];
  if (left === 0n) return;
  if (rest === undefined) {
    yield [false, 'nothing goes on'];
    return;
  }
  yield [same(rest.lockingBytecode, coin.lockingBytecode), 'goes on elsewhere'];
  yield [unitsOf(terms, rest) === kept, 'not what is locked goes on'];
  if (inBch) yield [powerOf(rest) === 'none', 'a token goes on'];
  else {
    yield [rest.token !== undefined && powerOf(rest) === `${String(coin.token?.category)} `, 'an NFT goes on'];
    yield [commitmentOf(rest).length === 0, 'an NFT goes on'];
  }
};

const PAY_FEE = { BCH: 470n, FUNGIBLE_TOKEN: 1_570n } as const;

const pays = function* (called: Called): Generator<Rule> {
  const { draft, terms, coin } = called;
  const { asset, total, recipient } = terms;
  yield [terms.movesTo === undefined, 'a move is pending'];
  yield* payment(called, 0n);
  const left = leftAt(terms, BigInt(draft.locktime));
  const due = unitsOf(terms, coin) - left;
  const isLarge = asset === 'BCH' ? due >= total / 64n && due >= 30_080n : due * 64n >= total;
  yield [left === 0n || isLarge || isOf(recipient, draft.inputs.at(-1)?.coin.output), 'too small for a stranger'];
  const [first, second] = draft.outputs;
  const paid = left > 0n ? second : first;
  if (first === undefined || paid === undefined) return;
  if (asset === 'BCH') yield [paid.valueSatoshis >= due - PAY_FEE.BCH, 'too high a fee'];
  else if (left === 0n) yield [first.valueSatoshis >= coin.valueSatoshis - 500n, 'too high a fee'];
  else {
    const most = coin.valueSatoshis - PAY_FEE.FUNGIBLE_TOKEN;
    yield [first.valueSatoshis >= (most > 1_570n ? most : 1_570n), 'the reserve falls too far'];
    yield [paid.valueSatoshis >= 1_000n, 'less than a payout needs'];
  }
};

const collects = function* (called: Called): Generator<Rule> {
  const { draft, terms, coin } = called;
  yield [terms.movesTo !== undefined, 'nothing is pending'];
  yield* payment(called, FEE_OF_MOVE.BCH);
  yield [isOf(terms.recipient, draft.inputs.at(-1)?.coin.output), 'not by the recipient'];
  const [first, second] = draft.outputs;
  if (first === undefined) return;
  if (terms.asset === 'FUNGIBLE_TOKEN') {
    yield [first.valueSatoshis >= coin.valueSatoshis, 'the reserve gives something'];
    return;
  }
  const left = leftAt(terms, BigInt(draft.locktime));
  const paid = left > 0n ? second : first;
  const due = coin.valueSatoshis - left - (left > 0n ? FEE_OF_MOVE.BCH : 0n);
  yield [paid?.valueSatoshis === due, 'not what is due'];
};

const RULES = { announce: announces, finish: finishes, collect: collects, pay: pays } as const;

const isPath = (name: string): name is keyof typeof RULES => name in RULES;

/** What the calls of locks in a transaction do that the rules do not allow; undefined where they allow it. */
export const moveModel =
  (termsOf: (script: Uint8Array) => LockTerms | undefined) =>
  (draft: Draft): string | undefined => {
    for (const [at, { coin, sequence, unlocking }] of draft.inputs.entries()) {
      if (unlocking.kind !== 'call' || unlocking.linked === undefined) continue;
      const { name } = unlocking.linked;
      const terms = termsOf(unlocking.script);
      if (terms === undefined || !isPath(name)) throw new Error(`${name} is not of these rules`);
      if (!same(coin.output.lockingBytecode, lockingBytecodeOf(terms))) return 'a coin of another address';
      for (const [holds, problem] of RULES[name]({ draft, at, terms, coin: coin.output, sequence }))
        if (!holds) return `input ${at}: ${problem}`;
    }
    return undefined;
  };

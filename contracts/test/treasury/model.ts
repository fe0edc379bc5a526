import { hash160 } from '@bitauth/libauth';
import type { Output } from '@bitauth/libauth';
import { at } from '../support/bytes.js';
import { amountOf, commitmentOf, powerOf } from '../support/coin-parts.js';
import type { Coin, Draft, DraftInput } from '../support/transaction.js';
import type { Argument } from '../support/unlocking.js';
import { createPurse, listOf, type Purse, TOKEN } from './purse.js';
import type { Roster } from './roster.js';

/**
 * The rules of purses and rosters in words of their own, read from the design and not from the sources: what a transaction
 * breaks, or undefined.
 */
type Model = (draft: Draft) => string | undefined;

const equal = (left: Uint8Array | undefined, right: Uint8Array | undefined): boolean =>
  left !== undefined && right !== undefined && Buffer.from(left).equals(Buffer.from(right));

const numberIn = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

const isBytes = (argument: Argument | undefined): argument is Uint8Array => argument instanceof Uint8Array;

/** The hash of the key by whose signature of everything an argument is; undefined where it is another thing. */
const signerOf = (key: Argument | undefined, signature: Argument | undefined): Uint8Array | undefined => {
  if (!isBytes(key) || signature === undefined || isBytes(signature)) return undefined;
  const coversAll = [undefined, 0x41, 0x61].includes(signature.sighash);
  return coversAll && equal(key, signature.signer.publicKey) ? hash160(key) : undefined;
};

const hasSameTokens = (before: Output, after: Output): boolean =>
  (before.token === undefined) === (after.token === undefined) &&
  (before.token === undefined || equal(before.token.category, after.token?.category)) &&
  powerOf(before) === powerOf(after) &&
  amountOf(before) === amountOf(after) &&
  equal(commitmentOf(before), commitmentOf(after));

const holdsPlainly = (output: Output | undefined, category: Uint8Array): boolean =>
  output?.token !== undefined && equal(output.token.category, category) && powerOf(output) === '';

type Called = Omit<DraftInput, 'unlocking'> & {
  readonly index: number;
  readonly name: string;
  readonly args: readonly Argument[];
};

const calledOf = (input: DraftInput, index: number, names: readonly string[]): Called => {
  const { unlocking, coin, sequence } = input;
  if (unlocking.kind !== 'call') throw new Error('A covenant is called');
  return { coin, sequence, index, name: at(names, Number(unlocking.selector)), args: unlocking.args };
};

const findPayProblem = (draft: Draft, { coin, sequence, args }: Called, { terms, left }: Purse): string | undefined => {
  const { limit, period, payees, asset } = terms;
  const [next, payment] = draft.outputs;
  if (draft.inputs.length !== 1) return 'pay: not alone';
  if (draft.outputs.length !== 2 || next === undefined || payment === undefined) return 'pay: outputs';
  if (!equal(signerOf(args[0], args[1]), terms.spender.hash)) return 'pay: not by the spender';
  if (draft.version < 2 || sequence > 65_535) return 'pay: no age in blocks';
  const refilled = left + (limit * BigInt(sequence)) / period;
  const available = refilled < limit ? refilled : limit;
  const isBch = asset === 'BCH';
  if (isBch && (coin.output.token !== undefined || next.token !== undefined)) return 'pay: a token';
  if (!isBch && !(holdsPlainly(coin.output, TOKEN) && holdsPlainly(payment, TOKEN))) return 'pay: another token';
  const spent = isBch ? coin.output.valueSatoshis - next.valueSatoshis : amountOf(coin.output) - amountOf(next);
  if (isBch ? spent - payment.valueSatoshis > 1_500n : amountOf(payment) !== spent) return 'pay: not to the payee';
  const least = limit / 64n;
  const rest = available - (spent > least ? spent : least);
  if (rest < 0n) return 'pay: above the limit';
  if (!equal(next.lockingBytecode, createPurse(terms, rest).lockingBytecode)) return 'pay: another next purse';
  if (!isBch) {
    if (next.valueSatoshis < coin.output.valueSatoshis - 2_400n || next.valueSatoshis < 3_000n) return 'pay: reserve';
    if (amountOf(next) > 0n && !holdsPlainly(next, TOKEN)) return 'pay: other tokens stay';
  }
  if (!isBytes(args[2]) || !equal(args[2], listOf(payees))) return 'pay: another list';
  if (payees.length === 0) return undefined;
  const place = isBytes(args[3]) ? Number(numberIn(args[3])) : payees.length;
  return equal(payees[place], payment.lockingBytecode) ? undefined : 'pay: not on the list';
};

const findHomeProblem = (draft: Draft, { coin, args }: Called, { terms }: Purse): string | undefined => {
  const [sent] = draft.outputs;
  if (draft.inputs.length !== 1) return 'home: not alone';
  const signer = signerOf(args[0], args[1]);
  if (!terms.signers.some(({ hash }) => equal(hash, signer))) return 'home: not by a signer';
  if (!equal(sent?.lockingBytecode, terms.owner) || sent === undefined) return 'home: elsewhere';
  if (sent.valueSatoshis < coin.output.valueSatoshis - 2_000n) return 'home: too few satoshis';
  return hasSameTokens(coin.output, sent) ? undefined : 'home: other tokens';
};

/** @param purses every purse that a coin of the drafts may be of */
export const purseModel =
  (purses: ReadonlyMap<string, Purse>): Model =>
  (draft) => {
    for (const [index, input] of draft.inputs.entries()) {
      const purse = purses.get(input.coin.output.lockingBytecode.toString());
      if (purse === undefined) continue;
      const called = calledOf(input, index, ['pay', 'home', 'manage']);
      const lead = draft.inputs[0]?.coin.output.lockingBytecode;
      const problem =
        called.name === 'pay'
          ? findPayProblem(draft, called, purse)
          : called.name === 'home'
            ? findHomeProblem(draft, called, purse)
            : equal(lead, purse.terms.owner)
              ? undefined
              : 'manage: not by the treasury';
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

const isState = (output: Output | undefined, { id }: Roster): boolean =>
  output?.token?.nft?.capability === 'mutable' && equal(output.token.category, id);

/** Whether a transaction claims that an input is so many blocks old: consensus then holds it back until it is. */
const claimsAge = ({ version }: Draft, { sequence }: Called, blocks: bigint): boolean =>
  version >= 2 && sequence < 0x8000_0000 && (sequence & 0x0040_0000) === 0 && BigInt(sequence & 0xffff) >= blocks;

const signersIn = (commitment: Uint8Array): readonly Uint8Array[] =>
  [30, 50, 70].map((from) => commitment.slice(from, from + 20));

const isGuardedBy = (lead: Coin | undefined, commitment: Uint8Array): boolean =>
  lead !== undefined && equal(hash160(lead.output.lockingBytecode), commitment.slice(6, 26));

const findSpendProblem = (draft: Draft, called: Called, before: Uint8Array, after: Uint8Array): string | undefined => {
  const [one, other] = [signerOf(called.args[0], called.args[1]), signerOf(called.args[2], called.args[3])];
  if (one === undefined || other === undefined) return 'spend: not two signatures';
  if (equal(one, other)) return 'spend: one key twice';
  const absent = isBytes(called.args[4]) ? Number(numberIn(called.args[4])) : 3;
  if (absent > 2) return 'spend: a seat that there is not';
  const signIn = (commitment: Uint8Array): boolean => {
    const [left, right] = signersIn(commitment).filter((_, seat) => seat !== absent);
    return equal(left, one) && equal(right, other);
  };
  if (after[0] !== 1 || after[1] !== 0 || numberIn(after.slice(2, 6)) !== numberIn(before.slice(2, 6)) + 1n)
    return 'spend: not active and counted';
  if (!signIn(after)) return 'spend: a signer loses the seat';
  if (called.index === 0) return signIn(before) ? undefined : 'spend: not by signers';
  if (called.index !== 1) return 'end: place';
  if (before[1] !== 1) return 'end: no recovery runs';
  if (!isGuardedBy(draft.inputs[0]?.coin, before)) return 'end: not by the guardian';
  return claimsAge(draft, called, numberIn(before.slice(28, 30))) ? undefined : 'end: too early';
};

const findStepProblem = (draft: Draft, called: Called, before: Uint8Array, after: Uint8Array): string | undefined => {
  const { name, index, args, coin } = called;
  const [from, to] = name === 'recover' ? [0, 1] : [1, 0];
  if (index !== 1) return `${name}: place`;
  if ((draft.outputs[1]?.valueSatoshis ?? 0n) < coin.output.valueSatoshis) return `${name}: takes satoshis`;
  if (before[0] !== 1 || before[1] !== from) return `${name}: status`;
  if (after[0] !== 1 || after[1] !== to || !equal(before.slice(2), after.slice(2))) return `${name}: changes more`;
  if (name === 'veto') {
    const seat = isBytes(args[2]) ? Number(numberIn(args[2])) : 3;
    return equal(signersIn(before)[seat], signerOf(args[0], args[1])) ? undefined : 'veto: not by a signer';
  }
  if (!isGuardedBy(draft.inputs[0]?.coin, before)) return 'recover: not by the guardian';
  return claimsAge(draft, called, numberIn(before.slice(26, 28))) ? undefined : 'recover: too early';
};

export const rosterModel =
  (rosters: readonly Roster[]): Model =>
  (draft) => {
    const lead = draft.inputs[0]?.coin.output;
    for (const [index, input] of draft.inputs.entries()) {
      const lock = input.coin.output.lockingBytecode;
      const roster = rosters.find((each) => equal(each.lockingBytecode, lock));
      if (roster === undefined) continue;
      const called = calledOf(input, index, ['spend', 'recover', 'veto', 'follow']);
      if (called.name === 'follow') {
        if (index === 0) return 'follow: at input 0';
        if (!isState(lead, roster) || !equal(lead?.lockingBytecode, lock)) return 'follow: not behind the state';
        continue;
      }
      const next = draft.outputs[index];
      if (!isState(input.coin.output, roster)) return `${called.name}: of another coin than the state`;
      if (next === undefined || !isState(next, roster) || !equal(next.lockingBytecode, lock))
        return `${called.name}: the state is lost`;
      const [before, after] = [commitmentOf(input.coin.output), commitmentOf(next)];
      if (after.length !== 90) return `${called.name}: length`;
      const problem = (called.name === 'spend' ? findSpendProblem : findStepProblem)(draft, called, before, after);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

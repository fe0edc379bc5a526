import { binToHex } from '@bitauth/libauth';
import type { ChainNode, NodeTransaction, TransactionOutput } from '@weir/devnet';
import type { ScriptedLocks } from '../scripted-locks.js';
import type { ScriptedPlan } from '../scripted-plan.js';
import type { SupplySubject } from './scripted-supply.js';

type Draft = ScriptedPlan['drafts'][number];

/** What is left of a contract. */
interface Left {
  readonly held: bigint;
  /** What of it can be taken at a time. */
  readonly unlockedAt: (time: bigint) => bigint;
  /** From when on everything is unlocked; undefined where no date says. */
  readonly end: bigint | undefined;
  readonly isRevocable: boolean;
}

/** What is left of a stream, as the bytes of its outputs say. */
interface LeftOfStream {
  readonly draft: Draft;
  readonly held: bigint;
  readonly commitment: string;
  /** Whether the notice of a cancel or pause runs: its state then holds no units of its category. */
  readonly isUnderNotice: boolean;
}

const DAY = 86_400n;

/** All mined transactions, block by block. */
const mined = (node: ChainNode): readonly NodeTransaction[] => {
  const all: NodeTransaction[] = [];
  for (let height = 0; height <= node.tip.height; height += 1)
    for (const txid of node.blockAt(height)?.txids ?? []) {
      const transaction = node.indexedTransaction(txid);
      if (transaction !== undefined) all.push(transaction);
    }
  return all;
};

/** A little-endian number among the bytes of a commitment. */
const numberAt = (commitment: string, from: number, to: number): bigint => {
  let value = 0n;
  for (let i = to - 1; i >= from; i -= 1) value = value * 256n + BigInt(`0x${commitment.slice(2 * i, 2 * i + 2)}`);
  return value;
};

const isState = ({ token }: TransactionOutput): boolean => token?.nft?.capability === 'mutable';

/** An unspent output, and the one behind it. */
interface Unspent {
  readonly output: TransactionOutput;
  readonly behind: TransactionOutput | undefined;
}

const unspentOf = (node: ChainNode): readonly Unspent[] => {
  const transactions = mined(node);
  const spent = new Set(transactions.flatMap(({ inputs }) => inputs.map(({ txid, vout }) => `${txid}:${vout}`)));
  return transactions.flatMap(({ txid, outputs }) =>
    outputs.flatMap((output, vout) => (spent.has(`${txid}:${vout}`) ? [] : [{ output, behind: outputs[vout + 1] }])),
  );
};

/** The streams of a plan that have outputs on the chain: unspent states at its addresses, with the tokens behind each. */
const streamsOf = (unspent: readonly Unspent[], plan: ScriptedPlan, category: string): readonly LeftOfStream[] => {
  const addresses = new Set(plan.lockingBytecodes.map((each) => binToHex(each)));
  return unspent.flatMap(({ output: state, behind }): LeftOfStream[] => {
    const tokens = behind?.token;
    if (!addresses.has(state.lockingBytecode) || !isState(state) || tokens?.category !== category) return [];
    const commitment = state.token?.nft?.commitment ?? '';
    const draft = plan.drafts[Number(numberAt(commitment, 0, 2)) - 1];
    if (draft === undefined) throw new Error('The plan has no such stream');
    return [{ draft, held: tokens.amount, commitment, isUnderNotice: (state.token?.amount ?? 0n) === 0n }];
  });
};

/** What of a total is locked at a time. */
const lockedOf = ({ start, cliff, step, steps }: ScriptedLocks['schedule'], total: bigint, time: bigint): bigint => {
  if (time < cliff) return total;
  const past = (time - start) / step;
  return past >= steps ? 0n : total - (total * past) / steps;
};

/** Locks, whose coins hold what is left of them, and the pool of a list, which its claims will lock alike. */
const locksOf = (
  unspent: readonly Unspent[],
  { locks, campaign, schedule }: ScriptedLocks,
  category: string,
): readonly Left[] => {
  const end = schedule.start + schedule.step * schedule.steps;
  const totals = new Map(locks.map(({ lockingBytecode, terms }) => [binToHex(lockingBytecode), terms.total]));
  const lane = campaign && binToHex(campaign.lockingBytecode);
  return unspent.flatMap(({ output, behind }): Left[] => {
    const total = totals.get(output.lockingBytecode);
    if (total !== undefined && output.token?.category === category) {
      const held = output.token.amount;
      const unlockedAt = (time: bigint): bigint => {
        const locked = lockedOf(schedule, total, time);
        return held > locked ? held - locked : 0n;
      };
      return [{ held, unlockedAt, end, isRevocable: false }];
    }
    if (output.lockingBytecode !== lane || !isState(output)) return [];
    // Nothing is behind a lane that has paid all.
    const held = behind?.token?.amount ?? 0n;
    return [{ held, unlockedAt: (time) => held - lockedOf(schedule, held, time), end, isRevocable: true }];
  });
};

/** What of the tokens left a recipient can have at a time. Written by the rules of docs/covenants, not by the code's functions. */
const unlockedOf = ({ draft, held, commitment }: LeftOfStream, time: bigint): bigint => {
  if (draft.kind === 'VESTING') {
    const { total, start, end, group } = draft;
    const paid = total - held;
    let vested = 0n;
    if (time >= end) vested = total;
    else if (time >= start + group.cliff && time > start)
      vested = (total * ((time - start) / group.step)) / ((end - start + group.step - 1n) / group.step);
    return vested > paid ? vested - paid : 0n;
  }
  const status = numberAt(commitment, 2, 3);
  const [unpaid, next] = [numberAt(commitment, 3, 5), numberAt(commitment, 5, 10)];
  const open = status < 3n ? unpaid : status === 3n || status === 5n ? 1n : 0n;
  if (time < next) return 0n;
  const come = (time - next) / draft.group.interval + 1n;
  const due = come < open ? come : open;
  return due === unpaid ? held : due * draft.amount;
};

/** From when on everything is unlocked; undefined where no date says. */
const endOf = ({ draft, commitment, isUnderNotice }: LeftOfStream): bigint | undefined => {
  if (isUnderNotice) return undefined;
  if (draft.kind === 'VESTING') return draft.end;
  if (numberAt(commitment, 2, 3) !== 0n) return undefined;
  return numberAt(commitment, 5, 10) + (numberAt(commitment, 3, 5) - 1n) * draft.group.interval;
};

const isRevocable = ({ draft: { group } }: LeftOfStream): boolean =>
  group.kind === 'VESTING' ? group.noticeBlocks > 0 : group.cancelable;

/** Everything that contracts of a subject have on the chain. */
const leftOf = (node: ChainNode, { plan, locks, category }: SupplySubject): readonly Left[] => {
  const unspent = unspentOf(node);
  const streams = plan === undefined ? [] : streamsOf(unspent, plan, category);
  return [
    ...streams.map((each) => ({
      held: each.held,
      unlockedAt: (time: bigint) => unlockedOf(each, time),
      end: endOf(each),
      isRevocable: isRevocable(each),
    })),
    ...(locks === undefined ? [] : locksOf(unspent, locks, category)),
  ];
};

/** The latest locktime that a transaction after the tip may have: before the median of the last eleven blocks. */
const asOfTip = (node: ChainNode): bigint => {
  const times = Array.from({ length: 11 }, (_, i) => node.blockAt(node.tip.height - i)?.time ?? 0);
  return BigInt(times.sort((a, b) => a - b)[5] ?? 0) - 1n;
};

/** Adds up what is locked of a token by the chain's own blocks. */
export const scanSupply = (node: ChainNode, subject: SupplySubject) => {
  const asOf = asOfTip(node);
  const left = leftOf(node, subject);
  const today = asOf / DAY;
  const sum = (of: readonly Left[], amount: (each: Left) => bigint): bigint =>
    of.reduce((total, each) => total + amount(each), 0n);
  const lockedAt = (time: bigint) => (each: Left) => each.held - each.unlockedAt(time);
  const locked = lockedAt(asOf);
  const dated = left.filter((each) => locked(each) > 0n && each.end !== undefined);
  const lockedByEndOf = (day: bigint): bigint => sum(dated, lockedAt((day + 1n) * DAY - 1n));
  const days = Array.from({ length: 30 }, (_, i) => today + BigInt(i));
  return {
    asOf: Number(asOf),
    contracts: left.length,
    held: sum(left, ({ held }) => held),
    locked: sum(left, locked),
    unclaimed: sum(left, (each) => each.unlockedAt(asOf)),
    revocable: sum(
      left.filter((each) => each.isRevocable),
      locked,
    ),
    undated: sum(
      left.filter((each) => each.end === undefined),
      locked,
    ),
    later: lockedByEndOf(today + 29n),
    unlocks: days.map((day, i) => ({
      day: Number(day),
      amount: (i === 0 ? sum(dated, locked) : lockedByEndOf(day - 1n)) - lockedByEndOf(day),
    })),
    lockedUntil: dated.reduce<bigint | null>(
      (latest, { end = 0n }) => (latest === null || end > latest ? end : latest),
      null,
    ),
  };
};

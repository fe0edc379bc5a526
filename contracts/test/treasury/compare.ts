import { Chance } from '@weir/testing';
import { seedOf } from '../support/bytes.js';
import { findLock } from '../support/coins.js';
import { judgeAttack } from '../support/judge.js';
import { isLedgerSound } from '../support/ledger.js';
import { seal, type Draft } from '../support/transaction.js';
import { purseModel, rosterModel } from './model.js';
import type { Purse } from './purse.js';
import { randomPurse } from './random-purse.js';
import { randomRoster, ROSTERS, type Tried } from './random-roster.js';

/** What consensus says of a transaction: relay rules aside, which miners need not keep. */
type Verdict = 'accepted' | 'script' | 'lock';

export interface Comparison {
  /** How often each verdict was given, by the kind of transaction. */
  readonly counts: ReadonlyMap<string, number>;
  /** The first transaction of which model and VM differ. */
  readonly difference: { readonly tried: Tried; readonly model: string; readonly vm: string } | undefined;
}

const verdictOf = ({ draft, tip }: Tried): Verdict => {
  const judged = judgeAttack(seal(draft), tip);
  if (judged.accepted) return 'accepted';
  if (judged.by !== 'policy') return judged.by;
  return findLock(draft, tip) === undefined ? 'accepted' : 'lock';
};

const compare = (runs: number, make: () => Tried, findProblem: (draft: Draft) => string | undefined): Comparison => {
  const counts = new Map<string, number>();
  for (let done = 0; done < runs;) {
    let tried: Tried;
    try {
      tried = make();
    } catch (error) {
      // A next purse with less than nothing left: there is no such address.
      if (error instanceof RangeError) continue;
      throw error;
    }
    if (!isLedgerSound(tried.draft)) continue;
    const problem = findProblem(tried.draft);
    const locked = findLock(tried.draft, tried.tip) !== undefined;
    const expected: Verdict = problem !== undefined ? 'script' : locked ? 'lock' : 'accepted';
    const verdict = verdictOf(tried);
    if (verdict !== expected)
      return { counts, difference: { tried, model: `${expected}: ${problem ?? 'allowed'}`, vm: verdict } };
    const name = `${tried.kind}: ${verdict}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    done += 1;
  }
  return { counts, difference: undefined };
};

/** Compares random transactions of rosters with the rules in words. */
export const compareRosters = (runs: number, seed = 1): Comparison => {
  const chance = new Chance(seedOf(seed));
  return compare(runs, () => randomRoster(chance), rosterModel(ROSTERS));
};

/** Compares random transactions of purses with the rules in words. */
export const comparePurses = (runs: number, seed = 1): Comparison => {
  const chance = new Chance(seedOf(seed));
  const known = new Map<string, Purse>();
  return compare(
    runs,
    () => {
      known.clear();
      return randomPurse(chance, known);
    },
    (draft) => purseModel(known)(draft),
  );
};

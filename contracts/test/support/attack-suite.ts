import { at, DEEP } from './bytes.js';
import { judge, judgeAttack, type JudgeResult } from './judge.js';
import { outsider, type Party } from './parties.js';
import { type ChainPoint, type Draft, gainOf, seal, type Sealed } from './transaction.js';

/** Where a valid transaction holds what attacks are after. */
export interface Places {
  /** Input of the state; 0 unless stated. */
  readonly spent?: number;
  /** Output of the continued state; undefined on a terminal path. */
  readonly state?: number;
  /** Outputs whose receiver and exact or least value the covenant dictates. */
  readonly payouts: readonly number[];
  /** Output of the clock made by a cancel. */
  readonly clockMade?: number;
  /** Bytes of the next commitment that the spender chooses, within bounds tested elsewhere. */
  readonly chosenBytes?: readonly number[];
  /** Outputs a path that ends may have. */
  readonly mostOutputs?: number;
  /** Input of the clock spent under its relative lock or beside a close. */
  readonly clockSpent?: number;
  /** Input of the tokens beside the state, in token mode. Payouts are then exact in tokens, and in satoshis at least. */
  readonly companion?: number;
  /** Output of the tokens that a payment leaves: their next companion, or the sender's at a close. */
  readonly tokensLeft?: number;
}

/** A valid transaction of a covenant, with what a generic attack must know about it. */
export interface HonestSpend {
  /** The path, unique in its covenant. */
  readonly name: string;
  readonly draft: Draft;
  /** The tip it is judged at. */
  readonly tip: ChainPoint;
  readonly places: Places;
  /** Who signs the covenant's input; undefined for a keyless path. */
  readonly signer: Party | undefined;
  /** Where a signature is asked for, whether the same transaction is as good without one (a claim as a push). */
  readonly alsoKeyless: boolean;
  /** Whether money leaves by time: its amounts are those of its locktime. */
  readonly timed: boolean;
  /** How long a later locktime would pay and write the same: a period, or for ever; a second unless stated. */
  readonly steady?: 'period' | 'ever';
  /** Blocks the clock must be old, where the path waits for it. */
  readonly relativeLock?: number;
  /** Whether it is as good an input and an output later, behind anybody's: it asks nobody for consent. */
  readonly anywhere?: boolean;
  /** A sweep, which touches no state. */
  readonly stateless: boolean;
  /** Satoshis that may still leave the covenant's outputs before its fee bound is passed. */
  readonly slack: bigint;
  /** The output that may shrink by the slack. */
  readonly slackOutput: number;
  /** Another value of the slack output, where its state says it too. */
  readonly revalue?: (draft: Draft, by: bigint) => Draft;
  /** The same path, correctly built for another locktime. */
  readonly at?: (locktime: number) => Draft;
}

/** A way of cheating: a changed draft (signed again by its signers), or a transaction changed after it was signed. */
export interface Attack {
  readonly name: string;
  /** Who must refuse it; `script`: the covenant, or a rule of every block. */
  readonly refusedBy: 'script' | 'lock' | 'policy';
  /** Whether there is anything to attack on this path. */
  readonly appliesTo: (spend: HonestSpend) => boolean;
  readonly mutate: (spend: HonestSpend) => Draft | Sealed;
}

/** A change that must be allowed and gains nobody anything beyond the fee bound. */
export interface Liberty {
  readonly name: string;
  readonly appliesTo: (spend: HonestSpend) => boolean;
  readonly mutate: (spend: HonestSpend) => Draft;
}

export const attack = (
  name: string,
  appliesTo: Attack['appliesTo'],
  mutate: Attack['mutate'],
  refusedBy: Attack['refusedBy'] = 'script',
): Attack => ({ name, appliesTo, mutate, refusedBy });

export const liberty = (name: string, appliesTo: Liberty['appliesTo'], mutate: Liberty['mutate']): Liberty => ({
  name,
  appliesTo,
  mutate,
});

const verdictOn = ({ mutate }: Attack, spend: HonestSpend): JudgeResult => {
  const tried = mutate(spend);
  return judgeAttack('transaction' in tried ? tried : seal(tried), spend.tip);
};

/** Valid transactions already seen to pass; each is judged once. */
const honest = new WeakSet<HonestSpend>();

const passes = (spend: HonestSpend): boolean => {
  if (!honest.has(spend) && judge(spend.draft, spend.tip).accepted) honest.add(spend);
  return honest.has(spend);
};

/** Which of the spends that an attack applies to it is tried on, by its row in the table; in deep runs it is all. */
type Selection = (spends: readonly HonestSpend[], row: number) => readonly HonestSpend[];

export const everySpend: Selection = (spends) => spends;

/** One spend, for the next attack another. */
export const oneSpend: Selection = (spends, row) => spends.filter((_, place) => (place + row) % spends.length === 0);

/** The path of a spend, for any row that it claims and any coins that it sweeps: `claim (the first row)` and `claim (the last row)` take one. */
const pathOf = ({ name }: HonestSpend): string => name.replace(/ \([^()]*\)$/u, '').replace(/^sweep .*$/u, 'sweep');

/** One spend of each path, for the next attack another: who steals alike on one path meets the same rules. */
const oneOfEachPath: Selection = (spends, row) => {
  const paths = [...new Set(spends.map(pathOf))];
  return paths.map((path, place) => {
    const alike = spends.filter((spend) => pathOf(spend) === path);
    return at(alike, (row + place) % alike.length);
  });
};

/**
 * Tries a table of attacks on every path of the valid spends that they apply to. Each test first passes the valid
 * transaction, so none can succeed by refusing everything. An attack that applies nowhere fails: the table holds no dead rows.
 *
 * @param select which spends each attack is tried on, where it is not tried on all
 */
export const describeAttacks = (
  title: string,
  attacks: readonly Attack[],
  spends: readonly HonestSpend[],
  select: Selection = oneOfEachPath,
): void => {
  describe(title, () => {
    describe.each(attacks.map((each, row) => [each.name, each, row] as const))('%s', (_, tried, row) => {
      const all = spends.filter((spend) => tried.appliesTo(spend));
      const targets = DEEP ? all : select(all, row);
      it('is tried somewhere', () => {
        expect(targets.length).toBeGreaterThan(0);
      });
      it.each(targets.map((spend) => [spend.name, spend] as const))('%s', (__, spend) => {
        expect([passes(spend), verdictOn(tried, spend)]).toMatchObject([
          true,
          { accepted: false, by: tried.refusedBy },
        ]);
      });
    });
  });
};

/** Shows what spenders may choose freely, and that an outsider gains nothing by it. */
export const describeLiberties = (
  title: string,
  liberties: readonly Liberty[],
  spends: readonly HonestSpend[],
): void => {
  describe(title, () => {
    describe.each(liberties.map((each) => [each.name, each] as const))('%s', (_, taken) => {
      it.each(spends.filter((spend) => taken.appliesTo(spend)).map((spend) => [spend.name, spend] as const))(
        '%s',
        (__, spend) => {
          const draft = taken.mutate(spend);
          expect(judge(draft, spend.tip)).toMatchObject({ accepted: true });
          expect(gainOf(seal(draft), outsider.lockingBytecode) <= 0n).toBe(true);
        },
      );
    });
  });
};

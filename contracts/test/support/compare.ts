import { Chance } from '@weir/testing';
import { seedOf } from './bytes.js';
import { isValid } from './judge.js';
import { isLedgerSound } from './ledger.js';
import { seal, type Draft } from './transaction.js';

/** What VM and model say of random transactions. */
export interface Comparison {
  /** How many calls of each path both accept, and both refuse. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  /** The first one of which they differ. */
  readonly difference: { readonly draft: Draft; readonly model: string; readonly isValid: boolean } | undefined;
}

/** Contract and function of each call of a linked contract. */
const pathsOf = ({ inputs }: Draft): string[] =>
  inputs.flatMap(({ unlocking }) =>
    unlocking.kind === 'call' && unlocking.linked !== undefined
      ? [`${unlocking.linked.artifact.contractName} ${unlocking.linked.name}`]
      : [],
  );

/**
 * Compares random transactions with a model: of each that the ledger allows, whether the scripts of all of its inputs accept.
 *
 * @param findProblem what a transaction does that the model does not allow
 * @param pathsIn what a transaction is counted by; the calls of linked contracts unless given
 */
export const compareRandom = (
  random: (chance: Chance) => Draft,
  findProblem: (draft: Draft) => string | undefined,
  {
    runs,
    seed,
    pathsIn = pathsOf,
  }: { readonly runs: number; readonly seed: number; readonly pathsIn?: typeof pathsOf },
): Comparison => {
  const chance = new Chance(seedOf(seed));
  const [accepted, refused] = [new Map<string, number>(), new Map<string, number>()];
  for (let done = 0; done < runs;) {
    const draft = random(chance);
    if (!isLedgerSound(draft)) continue;
    done += 1;
    const problem = findProblem(draft);
    const valid = isValid(seal(draft));
    if (valid !== (problem === undefined))
      return { accepted, refused, difference: { draft, model: problem ?? 'allowed', isValid: valid } };
    const counts = valid ? accepted : refused;
    for (const path of pathsIn(draft)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return { accepted, refused, difference: undefined };
};

import { Chance } from '@weir/testing';
import { seedOf } from '../support/bytes.js';
import { isValid } from '../support/judge.js';
import { seal, type Draft } from '../support/transaction.js';
import { isLedgerSound } from '../treasury/model.js';
import { moveModel } from './move-model.js';
import { MOVING, randomMove } from './random-moves.js';

/** What VM and model say of random transactions. */
export interface Comparison {
  /** How many calls of each path both accept, and both refuse. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  /** The first one of which they differ. */
  readonly difference: { readonly draft: Draft; readonly model: string; readonly isValid: boolean } | undefined;
}

const pathsOf = ({ inputs }: Draft): string[] =>
  inputs.flatMap(({ unlocking }) =>
    unlocking.kind === 'call' && unlocking.linked !== undefined
      ? [`${unlocking.linked.artifact.contractName} ${unlocking.linked.name}`]
      : [],
  );

/** Compares random transactions of moves: of each that the ledger allows, whether the scripts of all of its inputs accept. */
export const compareMoves = (runs: number, seed: number): Comparison => {
  const chance = new Chance(seedOf(seed));
  const findProblem = moveModel(MOVING);
  const [accepted, refused] = [new Map<string, number>(), new Map<string, number>()];
  for (let done = 0; done < runs;) {
    const draft = randomMove(chance);
    if (!isLedgerSound(draft)) continue;
    done += 1;
    const problem = findProblem(draft);
    const valid = isValid(seal(draft));
    if (valid !== (problem === undefined))
      return { accepted, refused, difference: { draft, model: problem ?? 'allowed', isValid: valid } };
    const counts = valid ? accepted : refused;
    for (const path of pathsOf(draft)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return { accepted, refused, difference: undefined };
};

import { createHash } from 'node:crypto';
import type { ClaimGroup, Obligation } from '../claims/claim.js';
import { writeSmt } from '../solve/smt.js';
import type { Answer } from '../solve/solver.js';
import { not } from '../terms/bool.js';

/** An obligation as a solver is asked it. */
export interface Question {
  readonly group: string;
  readonly name: string;
  readonly text: string;
  /** A claim is proven where no transaction breaks it; a path can be taken where some transaction takes it. */
  readonly wanted: Answer;
}

const questionOf = (group: string, { name, given, goal }: Obligation): Question => ({
  group,
  name,
  text: writeSmt(goal === undefined ? given : [...given, not(goal)]),
  wanted: goal === undefined ? 'sat' : 'unsat',
});

export const questionsOf = (group: ClaimGroup): readonly Question[] =>
  group.obligations().map((obligation) => questionOf(group.name, obligation));

/** SHA-256 of all questions of a group: another artifact, claim or way to write them has another. */
export const digestOf = (questions: readonly Question[]): string => {
  const hash = createHash('sha256');
  for (const { name, wanted, text } of questions) hash.update(`${name}\n${wanted}\n${text}\n`);
  return hash.digest('hex');
};

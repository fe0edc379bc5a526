import type { Bool } from '../terms/term.js';

/** One question to a solver. */
export interface Obligation {
  /** Unique within its group: `path 3: exact payment`. */
  readonly name: string;
  /** What is assumed, and what the script demands. */
  readonly given: readonly Bool[];
  /** What then holds. Undefined: that there is such a transaction at all, so that no claim holds for want of one. */
  readonly goal: Bool | undefined;
}

/** The claims about one function of one contract. */
export interface ClaimGroup {
  /** `contract/function`, or the subject of a lemma. */
  readonly name: string;
  /** Names of the artifacts, files of `contracts/src/artifacts`, whose bytecode the claims are about. */
  readonly artifacts: readonly string[];
  /** Each claim in words, by its name; where it has bounds or assumptions of its own, they are named. */
  readonly claims: Readonly<Record<string, string>>;
  readonly obligations: () => readonly Obligation[];
}

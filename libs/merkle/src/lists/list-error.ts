import type { AmountUnit, ListProblem } from './list-problem.js';
import { describeProblem } from './problem-text.js';

/** How many problems an error lists; a list with more usually has one common fault. */
export const MAX_LISTED_PROBLEMS = 100;

/** A list is refused. */
export class ListError extends Error {
  override readonly name = 'ListError';

  /**
   * @param problems the first {@link MAX_LISTED_PROBLEMS}, by line
   * @param unit of the amounts that messages name
   * @param count of all problems
   */
  constructor(
    readonly problems: readonly [ListProblem, ...ListProblem[]],
    readonly unit: AmountUnit,
    readonly count: number = problems.length,
  ) {
    const first = describeProblem(problems[0], unit);
    super(count === 1 ? first : `${count} problems, the first: ${first}`);
  }
}

/** Collects the problems of rows: the first ones, and how many there are. */
export class ProblemList {
  readonly #problems: ListProblem[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The first {@link MAX_LISTED_PROBLEMS} problems, by line. */
  get problems(): readonly ListProblem[] {
    return this.#problems.toSorted((one, other) => one.line - other.line);
  }

  add(...problems: readonly ListProblem[]): void {
    this.#count += problems.length;
    this.#problems.push(...problems.slice(0, MAX_LISTED_PROBLEMS - this.#problems.length));
  }

  /** Adds problems that were collected elsewhere, or that an error names. */
  addAll({ problems, count }: Pick<ListError, 'count'> & { readonly problems: readonly ListProblem[] }): void {
    this.add(...problems);
    this.#count += count - problems.length;
  }

  /** @throws ListError where there are problems */
  assertNone(unit: AmountUnit): void {
    const [first, ...rest] = this.problems;
    if (first !== undefined) throw new ListError([first, ...rest], unit, this.#count);
  }
}

/** Adds problems that were found elsewhere to a refusal. */
export const joinErrors = (error: ListError, more: Pick<ListError, 'problems' | 'count'> | ProblemList): ListError => {
  const all = new ProblemList();
  all.addAll(error);
  all.addAll(more);
  const [first = error.problems[0], ...rest] = all.problems;
  return new ListError([first, ...rest], error.unit, all.count);
};

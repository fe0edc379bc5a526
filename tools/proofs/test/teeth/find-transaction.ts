import { trialsOf, withoutRule, type Attempt, type Draft, type Rule, type Trials } from '../contract-trials.js';

const known = new Map<string, Trials>();

const trialsFor = (source: string): Trials => {
  const trials = known.get(source) ?? trialsOf(source);
  known.set(source, trials);
  return trials;
};

const made = new WeakMap<Attempt, Draft | 'none'>();

/** The transaction of an attempt, made once; undefined where nothing can be made. */
const transactionOf = (attempt: Attempt): Draft | undefined => {
  let draft = made.get(attempt);
  if (draft === undefined) {
    try {
      draft = attempt.make() ?? 'none';
    } catch {
      // An attack on what the transaction does not have.
      draft = 'none';
    }
    made.set(attempt, draft);
  }
  return draft === 'none' ? undefined : draft;
};

/**
 * A whole transaction that libauth's VM refuses, and accepts once a rule of one of its covenants is left out.
 *
 * @param only the name of the attempt to try; all where none is given
 * @returns the name of the first one, or undefined
 */
export const findTransaction = (rule: Rule, only?: string): string | undefined => {
  const { concerns, isLetPast } = withoutRule(rule);
  return trialsFor(rule.source).attempts.find((attempt) => {
    if (only !== undefined && attempt.name !== only) return false;
    if (!concerns(attempt.base)) return false;
    const draft = transactionOf(attempt);
    return draft !== undefined && isLetPast(draft);
  })?.name;
};

import { ALL_CLAIMS } from '../../src/claims/all-claims.js';
import { isNamedArtifact, withArtifact } from '../../src/claims/artifacts.js';
import type { ClaimGroup } from '../../src/claims/claim.js';
import { questionsOf, type Question } from '../../src/prove/questions.js';
import { ask } from '../../src/solve/solver.js';
import { compileWithout, type Rule } from '../contract-trials.js';

/** Sources whose groups about several functions are named after them. */
const NAMED_BY_ARTIFACT: ReadonlySet<string> = new Set(['vault', 'roster']);

/** The groups that a rule may break, those of its own function first. */
const groupsOf = (rule: Rule): readonly ClaimGroup[] => {
  const own = `${rule.source}/${rule.function}`;
  const about = ALL_CLAIMS.filter(({ artifacts }) => artifacts.includes(rule.source));
  return [
    ...about.filter(({ name }) => name === own),
    ...about.filter(
      ({ name }) => name !== own && (!name.startsWith(rule.source) || NAMED_BY_ARTIFACT.has(rule.source)),
    ),
  ];
};

const whole = new Map<string, ReadonlySet<string>>();

/** The questions of a group about the whole sources. */
const unchanged = (group: ClaimGroup): ReadonlySet<string> => {
  const known = whole.get(group.name) ?? new Set(questionsOf(group).map(({ text }) => text));
  whole.set(group.name, known);
  return known;
};

/** The claims that are about something else without the rule. */
const questionsWithout = (rule: Rule): readonly Question[] => {
  const { source } = rule;
  if (!isNamedArtifact(source)) return [];
  const artifact = compileWithout(rule);
  return groupsOf(rule).flatMap((group) => {
    const before = unchanged(group);
    const questions = withArtifact(source, artifact, () => questionsOf(group));
    return questions.filter(({ wanted, text }) => wanted === 'unsat' && !before.has(text));
  });
};

/** Of an airdrop the claims are about the committed artifacts, so none is asked of its changed source. */
export const hasClaims = ({ source }: Rule): boolean => isNamedArtifact(source);

/**
 * The first claim that breaks once a rule is left out.
 *
 * @param seconds that z3 has for one question
 * @returns its group and name; undefined where none is known to break
 */
export const findBrokenClaim = async (rule: Rule, seconds: number): Promise<string | undefined> => {
  let questions: readonly Question[];
  try {
    questions = questionsWithout(rule);
  } catch (error) {
    // The script does not even compute what the claims name.
    return `not to be claimed: ${error instanceof Error ? error.message : String(error)}`;
  }
  for (const { group, name, text } of questions) {
    if ((await ask('z3', text, seconds)) === 'sat') return `${group}: ${name}`;
  }
  return undefined;
};

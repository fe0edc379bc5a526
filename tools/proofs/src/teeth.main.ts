import { parseArgs } from 'node:util';
import { ALL_CLAIMS } from './claims/all-claims.js';
import { isPlanArtifact, withArtifact } from './claims/artifacts.js';
import type { ClaimGroup } from './claims/claim.js';
import { questionsOf, type Question } from './prove/questions.js';
import { compileWithout, rulesOf, type Rule } from './prove/rules.js';
import { ask } from './solve/solver.js';

/**
 * Leaves out each rule of a source in turn, compiles it in memory, and looks for a claim that then breaks. A rule that
 * no claim misses is a second lock, or the claims say too little.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'plan-' },
    seconds: { type: 'string', default: '10' },
  },
});

const SOURCES = [...new Set(ALL_CLAIMS.flatMap(({ artifacts }) => artifacts))].filter((name) =>
  name.startsWith(values.only),
);

/** The groups that a rule may break, those of its own function first. */
const groupsOf = (rule: Rule): readonly ClaimGroup[] => {
  const own = `${rule.source}/${rule.function}`;
  const about = ALL_CLAIMS.filter(({ artifacts }) => artifacts.includes(rule.source));
  return [
    ...about.filter(({ name }) => name === own),
    ...about.filter(({ name }) => name !== own && !name.startsWith(rule.source)),
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
  if (!isPlanArtifact(source)) return [];
  const artifact = compileWithout(rule);
  return groupsOf(rule).flatMap((group) => {
    const before = unchanged(group);
    const questions = withArtifact(source, artifact, () => questionsOf(group));
    return questions.filter(({ wanted, text }) => wanted === 'unsat' && !before.has(text));
  });
};

/** The first claim that breaks, or undefined. */
const brokenBy = async (rule: Rule): Promise<string | undefined> => {
  let unknown: string | undefined;
  for (const { group, name, text } of questionsWithout(rule)) {
    const answer = await ask('z3', text, Number(values.seconds));
    if (answer === 'sat') return `${group}: ${name}`;
    if (answer === 'unknown') unknown ??= `undecided, ${group}: ${name}`;
  }
  return unknown;
};

let missed = 0;
for (const source of SOURCES)
  for (const rule of rulesOf(source)) {
    // Where the script does not even compute what the claims name, they cannot be made of it.
    const broken = await brokenBy(rule).catch((error: unknown) => `not to be claimed: ${String(error)}`);
    if (broken === undefined) missed += 1;
    console.log(`${source}:${rule.line} ${rule.function} ${rule.text}\n    ${broken ?? 'NO CLAIM BREAKS'}`);
  }
console.log(`${missed} rules that no claim misses`);

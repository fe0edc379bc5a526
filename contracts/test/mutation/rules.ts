import type { Artifact } from 'cashscript';
import { AIRDROP_COVENANTS, linkAirdrop } from '../../scripts/airdrop-source.js';
import { CALENDAR_COVENANTS, expandCalendar, linkCalendar } from '../../scripts/calendar-source.js';
import { CURRENCY_ARTIFACTS, linkCurrency } from '../../scripts/currency-source.js';
import { relinkSource, type LoopForm } from '../../scripts/link.js';
import { linkMovableLock, MOVABLE_LOCKS } from '../../scripts/lock-source.js';
import { LOOPS, type Loop } from '../../scripts/loops.js';
import { linkPlan, PLAN_COVENANTS } from '../../scripts/plan-source.js';
import type { LinkedArtifact } from '../../src/index.js';
import { fillOf } from '../airdrop/campaign.js';
import { TERMS as PUBLIC_TERMS } from '../airdrop/public.js';
import { compileBytecode } from '../support/compile.js';
import { sourceOf } from '../support/sources.js';

/** A `require` of a source. */
export interface Rule {
  /** The source, without `.cash`. */
  readonly source: string;
  readonly function: string;
  readonly text: string;
  /** From 1; of a source that borrows its claim, with the claim in it. */
  readonly line: number;
}

const AIRDROPS = AIRDROP_COVENANTS.map(({ name }) => name);

const CURRENCY: ReadonlySet<string> = new Set(CURRENCY_ARTIFACTS.map(({ source }) => source));
const MOVABLE: ReadonlySet<string> = new Set(MOVABLE_LOCKS);

/** Contracts whose codes are compiled again one at a time. */
const RELINKED: ReadonlySet<string> = new Set([
  ...[...PLAN_COVENANTS, ...CALENDAR_COVENANTS].map(({ name }) => name),
  ...MOVABLE_LOCKS,
]);

/** Every source of a covenant. */
export const SOURCES: readonly string[] = [
  ...['plan-vesting-bch', 'plan-vesting-token', 'plan-recurring-bch', 'plan-recurring-token'],
  ...['plan-clock', 'plan-companion', 'vault', ...AIRDROPS, 'companion', 'airdrop-closer'],
  ...['lock-bch', 'lock-token', ...MOVABLE_LOCKS, 'purse-bch', 'purse-token', 'roster'],
];

/** Compiles the text of a source; of a public airdrop for the depth that the tests fund. */
const compileText = (name: string, text: string, loops?: LoopForm): Artifact | LinkedArtifact => {
  if (CURRENCY.has(name)) return linkCurrency(text);
  if (MOVABLE.has(name)) return linkMovableLock(text);
  const airdrop = AIRDROP_COVENANTS.find((each) => each.name === name);
  const plan = PLAN_COVENANTS.find((each) => each.name === name);
  const calendar = CALENDAR_COVENANTS.find((each) => each.name === name);
  if (plan !== undefined) return linkPlan(plan, text);
  if (calendar !== undefined) return linkCalendar(calendar, text);
  if (airdrop === undefined) return compileBytecode(text);
  const { depth } = PUBLIC_TERMS;
  return linkAirdrop(airdrop, text, { levels: depth, fill: fillOf(depth) }, loops);
};

const whole = new Map<string, Artifact | LinkedArtifact>();

/** Compiles a source, once. */
export const compileSource = (name: string): Artifact | LinkedArtifact => {
  const artifact = whole.get(name) ?? compileText(name, sourceOf(name));
  whole.set(name, artifact);
  return artifact;
};

/** The one rule inside of a loop, and its assembly. */
const IN_LOOP = { rule: 'given != empty', assembly: 'OP_4 OP_PICK OP_OVER OP_EQUAL OP_NOT OP_VERIFY' };
const LOOPS_WITHOUT: readonly Loop[] = LOOPS.map((loop) => ({
  ...loop,
  source: loop.source.replace(`require(${IN_LOOP.rule});`, 'require(true);'),
  assembly: loop.assembly.replace(IN_LOOP.assembly, ''),
}));

const RULE = /^ *require\((.*)\);$/u;

/** Every rule of a source, in its order. */
export const rulesOf = (source: string): readonly Rule[] => {
  let called = '';
  return sourceOf(source)
    .split('\n')
    .flatMap((line, index): Rule[] => {
      called = /function (\w+)/u.exec(line)?.[1] ?? called;
      const text = RULE.exec(line)?.[1];
      return text === undefined ? [] : [{ source, function: called, text, line: index + 1 }];
    });
};

/** Compiles a source without one of its rules. What only the rule uses is then still used, but demands nothing. */
export const compileWithout = ({ source, function: called, text, line }: Rule): Artifact | LinkedArtifact => {
  const lines = sourceOf(source).split('\n');
  const compiled = (by: string): Artifact | LinkedArtifact => {
    const changed = lines.with(line - 1, by).join('\n');
    const artifact = RELINKED.has(source) ? compileSource(source) : undefined;
    // The other codes are what they were.
    if (artifact !== undefined && 'shown' in artifact) return relinkSource(artifact, expandCalendar(changed), called);
    return compileText(source, changed, text === IN_LOOP.rule ? LOOPS_WITHOUT : LOOPS);
  };
  try {
    return compiled('require(true);');
  } catch {
    // The compiler takes `tx.time` and `this.age` nowhere but alone.
    const time = /^(?:tx\.time|this\.age) >= (.*)$/u.exec(text)?.[1];
    return compiled(time === undefined ? `require((${text}) || true);` : `require(${time} >= 0);`);
  }
};

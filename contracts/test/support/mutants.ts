import { readFileSync } from 'node:fs';
import { withClaim } from '../../scripts/airdrop-source.js';
import type { Attack, HonestSpend } from './attack-suite.js';
import { isValid } from './judge.js';
import { type Draft, seal, type Sealed } from './transaction.js';

/** A source with one rule left out. */
export interface Mutant {
  /** The covenant's source, without `.cash`. */
  readonly source: string;
  /** The function that has the rule. */
  readonly path: string;
  readonly rule: string;
  readonly line: number;
}

const read = (name: string): string => readFileSync(new URL(`../../cash/${name}.cash`, import.meta.url), 'utf8');

/** The text of a source, a borrowed claim included. */
export const sourceOf = (name: string): string => withClaim(read(name), read);

const RULE = /^ *require\((.*)\);$/u;

/** Every `require` of a source. */
export const mutantsOf = (source: string): readonly Mutant[] => {
  let path = '';
  return sourceOf(source)
    .split('\n')
    .flatMap((text, line): Mutant[] => {
      path = /function (\w+)/u.exec(text)?.[1] ?? path;
      const rule = RULE.exec(text)?.[1];
      return rule === undefined ? [] : [{ source, path, rule, line }];
    });
};

/** Compiles a source without the rule; what only the rule used is still computed. */
export const compileWithout = <Compiled>(
  { source, rule, line }: Mutant,
  compile: (text: string) => Compiled,
): Compiled => {
  const replacedBy = (by: string): Compiled =>
    compile(
      sourceOf(source)
        .split('\n')
        .map((text, index) => (index === line ? by : text))
        .join('\n'),
    );
  try {
    return replacedBy('require(true);');
  } catch {
    // The compiler takes `tx.time` nowhere but alone.
    const time = /^tx\.time >= (.*)$/u.exec(rule)?.[1];
    return replacedBy(time === undefined ? `require((${rule}) || true);` : `require(${time} >= 0);`);
  }
};

/** Something to try on a covenant, made when it is asked for. */
export interface Attempt {
  readonly name: string;
  readonly make: () => Draft | Sealed;
}

/** Rows of single bytes: many, and seldom the first to notice. */
const BYTES = /in byte \d+$/u;

/** Attacks of a table that a script refuses: each on the first spend that it applies to, then each on the next one. */
export function* attemptsOf(table: readonly Attack[], spends: readonly HonestSpend[]): Generator<Attempt> {
  const attacks = table.filter(({ refusedBy }) => refusedBy === 'script');
  const early = [...attacks.filter(({ name }) => !BYTES.test(name)), ...attacks.filter(({ name }) => BYTES.test(name))];
  for (let round = 0; round < spends.length; round += 1)
    for (const { name, appliesTo, mutate } of early) {
      const spend = spends.filter(appliesTo)[round];
      if (spend !== undefined) yield { name: `${name}: ${spend.name}`, make: () => mutate(spend) };
    }
}

/** Whether a transaction calls the function of a covenant. */
export const callsPath = ({ inputs }: Draft, selector: bigint): boolean =>
  inputs.some(({ unlocking }) => unlocking.kind === 'call' && unlocking.selector === selector);

/**
 * The first attempt that a block could hold by its scripts, whether nodes would relay it or not; undefined where there is none.
 *
 * @param within changes a draft before it is signed
 */
export const firstPast = (
  attempts: Iterable<Attempt>,
  within: (draft: Draft) => Draft = (draft) => draft,
): string | undefined => {
  for (const { name, make } of attempts) {
    let made: Draft | Sealed;
    try {
      made = make();
    } catch {
      continue;
    }
    if (isValid('transaction' in made ? made : seal(within(made)))) return name;
  }
  return undefined;
};

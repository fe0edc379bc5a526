import type { Artifact } from 'cashscript';
import { AIRDROP_COVENANTS, expandAirdrop } from '../../scripts/airdrop-source.js';
import { TERMS as PUBLIC_TERMS } from '../airdrop/public.js';
import { TERMS as LIST_TERMS } from '../airdrop/whitelist.js';
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

/** Every source of a covenant. */
export const SOURCES: readonly string[] = [
  ...['plan-vesting-bch', 'plan-vesting-token', 'plan-recurring-bch', 'plan-recurring-token'],
  ...['plan-clock', 'plan-companion', 'vault', ...AIRDROPS, 'companion', 'airdrop-closer'],
  ...['lock-bch', 'lock-token'],
];

/** Compiles the text of a source; of an airdrop for the depth that the tests fund. */
const compileText = (name: string, text: string): Artifact => {
  const airdrop = AIRDROP_COVENANTS.find((each) => each.name === name);
  if (airdrop === undefined) return compileBytecode(text);
  const { depth } = name.includes('public') ? PUBLIC_TERMS : LIST_TERMS;
  return compileBytecode(expandAirdrop(text, depth, airdrop.closeFee(depth)));
};

export const compileSource = (name: string): Artifact => compileText(name, sourceOf(name));

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
export const compileWithout = ({ source, text, line }: Rule): Artifact => {
  const lines = sourceOf(source).split('\n');
  const compiled = (by: string): Artifact => compileText(source, lines.with(line - 1, by).join('\n'));
  try {
    return compiled('require(true);');
  } catch {
    // The compiler takes `tx.time` nowhere but alone.
    const time = /^tx\.time >= (.*)$/u.exec(text)?.[1];
    return compiled(time === undefined ? `require((${text}) || true);` : `require(${time} >= 0);`);
  }
};

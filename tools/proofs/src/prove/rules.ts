import { readFileSync } from 'node:fs';
import { compileString } from 'cashc';
import type { Artifact } from '../execute/execute.js';

/** A `require` of a source. */
export interface Rule {
  /** The source, without `.cash`. */
  readonly source: string;
  readonly function: string;
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

const sourceOf = (name: string): string =>
  readFileSync(new URL(`../../../../contracts/cash/${name}.cash`, import.meta.url), 'utf8');

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

const replaceLine = (source: string, line: number, by: string): string =>
  source
    .split('\n')
    .map((before, index) => (index + 1 === line ? by : before))
    .join('\n');

/** Compiles a source without one of its rules. What only the rule uses is then still used, but demands nothing. */
export const compileWithout = ({ source, text, line }: Rule): Artifact => {
  const all = sourceOf(source);
  try {
    return compileString(replaceLine(all, line, 'require(true);'));
  } catch {
    return compileString(replaceLine(all, line, `require((${text}) || true);`));
  }
};

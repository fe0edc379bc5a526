import { readFileSync } from 'node:fs';
import { encodeLockingBytecodeP2sh32, hash256, hexToBin } from '@bitauth/libauth';
import { Contract, type Artifact } from 'cashscript';
import { compileBytecode } from '../support/compile.js';
import { offlineProvider } from '../support/offline-provider.js';
import { KINDS, type Kind } from './kind.js';

const sourceOf = (name: string): string => readFileSync(new URL(`../../cash/${name}.cash`, import.meta.url), 'utf8');
const RULE = /^ *require\((.*)\);$/u;

/** A source with one rule left out. */
export interface Mutant {
  /** The covenant's source, without `.cash`. */
  readonly source: string;
  readonly path: string;
  /** The rule, and which of several alike in its function. */
  readonly rule: string;
  readonly line: number;
}

/** Every `require` of a source. */
export const mutantsOf = (source: string): readonly Mutant[] => {
  let path = '';
  const seen = new Map<string, number>();
  return sourceOf(source)
    .split('\n')
    .flatMap((text, line): Mutant[] => {
      path = /function (\w+)/u.exec(text)?.[1] ?? path;
      const rule = RULE.exec(text)?.[1];
      if (rule === undefined) return [];
      const key = `${path} ${rule}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return [{ source, path, rule, line }];
    });
};

const leftOut = (text: string, line: number, by: string): string =>
  text
    .split('\n')
    .map((before, index) => (index === line ? by : before))
    .join('\n');

/** The source without the rule; what only the rule used is still computed. */
const compileWithout = ({ source, rule, line }: Mutant): Artifact => {
  const text = sourceOf(source);
  try {
    return compileBytecode(leftOut(text, line, 'require(true);'));
  } catch {
    return compileBytecode(leftOut(text, line, `require((${rule}) || true);`));
  }
};

/** What a mutant's fixture is made of: all covenants, one of them or the clock or the companion changed. */
export interface Fixture {
  readonly artifacts: Readonly<Record<Kind, Artifact>>;
  /** The universal script that is changed, and by what. */
  readonly universal?: { readonly of: 'plan-clock' | 'plan-companion'; readonly script: Uint8Array };
}

const LITERAL = /0xaa20[0-9a-f]{64}87/u;

const originals = (change: (text: string) => string = (text) => text): Readonly<Record<Kind, Artifact>> => {
  const [a, b, c, d] = KINDS.map((kind) => compileBytecode(change(sourceOf(`plan-${kind}`))));
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('Four covenants');
  return { 'vesting-bch': a, 'vesting-token': b, 'recurring-bch': c, 'recurring-token': d };
};

let unchanged: Readonly<Record<Kind, Artifact>> | undefined;

export const fixtureOf = (mutant: Mutant): Fixture => {
  unchanged ??= originals();
  const artifact = compileWithout(mutant);
  const { source } = mutant;
  if (source !== 'plan-clock' && source !== 'plan-companion')
    return { artifacts: { ...unchanged, [source.replace('plan-', '')]: artifact } };
  const script = hexToBin(new Contract(artifact, [], { provider: offlineProvider }).bytecode);
  const lock = encodeLockingBytecodeP2sh32(hash256(script));
  const literal = `0x${Buffer.from(lock).toString('hex')}`;
  return {
    artifacts: source === 'plan-clock' ? originals((text) => text.replace(LITERAL, literal)) : unchanged,
    universal: { of: source, script },
  };
};

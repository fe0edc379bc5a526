import { readFileSync } from 'node:fs';
import {
  createVirtualMachineBch2026,
  decodeTransactionBch,
  encodeLockingBytecodeP2sh32,
  encodeTransactionBch,
  hash256,
  hexToBin,
  type Output,
} from '@bitauth/libauth';
import { type Artifact, Contract } from 'cashscript';
import type { HonestSpend } from '../support/attack-suite.js';
import { named32 } from '../support/bytes.js';
import { compileBytecode } from '../support/compile.js';
import { offlineProvider } from '../support/judge.js';
import { type Draft, seal, type Sealed } from '../support/transaction.js';
import { planTables } from './attack-tables.js';
import { createAddress, holdsTokens, type Kind, KINDS, PLAN_CLOCK, PLAN_COMPANION, type Terms } from './covenant.js';
import { planSpends } from './honest-spends.js';
import { ruleRows } from './rule-rows.js';
import { loneRows, type Row, siblingRows } from './sibling-rows.js';
import { PLAN } from './stream.js';

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
interface Fixture {
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

/** Rows of single bytes: many, and seldom the first to notice. */
const BYTES = /in byte \d+$/u;

const vm = createVirtualMachineBch2026(false);

/** Whether a block could hold it by its scripts, locks aside. */
const isValid = (sealed: Sealed): boolean => {
  const transaction = decodeTransactionBch(encodeTransactionBch(sealed.transaction));
  return typeof transaction !== 'string' && vm.verify({ transaction, sourceOutputs: sealed.sourceOutputs }) === true;
};

/** A draft whose clocks or companions are those of a changed universal script. */
const inFixture = (draft: Draft, { universal }: Fixture): Draft => {
  if (universal === undefined) return draft;
  const original = universal.of === 'plan-clock' ? PLAN_CLOCK : PLAN_COMPANION;
  const lock = encodeLockingBytecodeP2sh32(hash256(universal.script));
  const move = (output: Output): Output =>
    output.lockingBytecode.toString() === original.lockingBytecode.toString()
      ? { ...output, lockingBytecode: lock }
      : output;
  return {
    ...draft,
    inputs: draft.inputs.map((input) => ({
      ...input,
      coin: { ...input.coin, output: move(input.coin.output) },
      unlocking:
        input.unlocking === original.unlocking ? { ...original.unlocking, script: universal.script } : input.unlocking,
    })),
    outputs: draft.outputs.map(move),
  };
};

interface Tried {
  readonly name: string;
  readonly make: () => Draft | Sealed;
}

const callsPath = (spend: HonestSpend, selector: bigint): boolean =>
  spend.draft.inputs.some(({ unlocking }) => unlocking.kind === 'call' && unlocking.selector === selector);

/** Everything a covenant is attacked with, what touches a function first, each made when it is asked for. */
function* attacksOn(kind: Kind, fixture: Fixture, selector: bigint): Generator<Tried> {
  const create = (of: Kind, some: Partial<Terms> = {}) => createAddress(of, some, fixture.artifacts[of]);
  const rowsOf = (rows: readonly Row[]): Tried[] => rows.map(({ name, draft }) => ({ name, make: () => draft }));
  yield* rowsOf(ruleRows(kind, create));
  const near = planSpends(kind, create).filter((spend) => callsPath(spend, selector));
  const attacks = planTables(kind).flatMap(([, table]) =>
    table.filter(({ refusedBy = 'script' }) => refusedBy === 'script'),
  );
  const early = [...attacks.filter(({ name }) => !BYTES.test(name)), ...attacks.filter(({ name }) => BYTES.test(name))];
  // Each attack once, then each where it applies next.
  for (let round = 0; round < near.length; round += 1)
    for (const attack of early) {
      const spend = near.filter((each) => attack.appliesTo(each))[round];
      if (spend !== undefined) yield { name: `${attack.name}: ${spend.name}`, make: () => attack.mutate(spend) };
    }
  const mine = create(kind);
  yield* rowsOf(loneRows(mine));
  for (const other of KINDS) {
    const category = holdsTokens(other) === holdsTokens(kind) ? PLAN : named32('another plan');
    yield* rowsOf(siblingRows(mine, create(other), category));
  }
}

/** The first attack that a mutant lets pass, by name; undefined for one that none notices. */
export const noticedBy = (mutant: Mutant): string | undefined => {
  const fixture = fixtureOf(mutant);
  const kinds = KINDS.filter((kind) => fixture.universal !== undefined || `plan-${kind}` === mutant.source);
  for (const kind of kinds) {
    const selectors = fixture.artifacts[kind].abi.findIndex(({ name }) => name === mutant.path);
    for (const { name, make } of attacksOn(kind, fixture, BigInt(selectors))) {
      let made: Draft | Sealed;
      try {
        made = make();
      } catch {
        continue;
      }
      const sealed = 'transaction' in made ? made : seal(inFixture(made, fixture));
      if (isValid(sealed)) return `${kind}: ${name}`;
    }
  }
  return undefined;
};

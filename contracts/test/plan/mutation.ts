import { binToHex, type Output } from '@bitauth/libauth';
import type { Artifact } from 'cashscript';
import { named32 } from '../support/bytes.js';
import { compileBytecode } from '../support/compile.js';
import { lockOf, scriptOf } from '../support/contract.js';
import {
  type Attempt,
  attemptsOf,
  callsPath,
  compileWithout,
  firstPast,
  type Mutant,
  sourceOf,
} from '../support/mutants.js';
import type { Draft } from '../support/transaction.js';
import { planTables } from './attack-tables.js';
import { createAddress, holdsTokens, type Kind, KINDS, PLAN_CLOCK, PLAN_COMPANION, type Terms } from './covenant.js';
import { planSpends } from './honest-spends.js';
import { ruleRows } from './rule-rows.js';
import { loneRows, type Row, siblingRows } from './sibling-rows.js';
import { PLAN } from './stream.js';

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
  const artifact = compileWithout(mutant, compileBytecode);
  const { source } = mutant;
  if (source !== 'plan-clock' && source !== 'plan-companion')
    return { artifacts: { ...unchanged, [source.replace('plan-', '')]: artifact } };
  const script = scriptOf(artifact);
  const literal = `0x${binToHex(lockOf(script))}`;
  return {
    artifacts: source === 'plan-clock' ? originals((text) => text.replace(LITERAL, literal)) : unchanged,
    universal: { of: source, script },
  };
};

/** A draft whose clocks or companions are those of a changed universal script. */
const inFixture = (draft: Draft, { universal }: Fixture): Draft => {
  if (universal === undefined) return draft;
  const original = universal.of === 'plan-clock' ? PLAN_CLOCK : PLAN_COMPANION;
  const lock = lockOf(universal.script);
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

/** Everything a covenant is attacked with, what touches a function first, each made when it is asked for. */
function* attacksOn(kind: Kind, fixture: Fixture, selector: bigint): Generator<Attempt> {
  const create = (of: Kind, some: Partial<Terms> = {}) => createAddress(of, some, fixture.artifacts[of]);
  const rowsOf = (rows: readonly Row[]): Attempt[] => rows.map(({ name, draft }) => ({ name, make: () => draft }));
  yield* rowsOf(ruleRows(kind, create));
  const near = planSpends(kind, create).filter(({ draft }) => callsPath(draft, selector));
  const attacks = planTables(kind).flatMap(([, table]) => table);
  yield* attemptsOf(attacks, near);
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
    const selector = fixture.artifacts[kind].abi.findIndex(({ name }) => name === mutant.path);
    const past = firstPast(attacksOn(kind, fixture, BigInt(selector)), (draft) => inFixture(draft, fixture));
    if (past !== undefined) return `${kind}: ${past}`;
  }
  return undefined;
};

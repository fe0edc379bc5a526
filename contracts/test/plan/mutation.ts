import {
  createVirtualMachineBch2026,
  decodeTransactionBch,
  encodeLockingBytecodeP2sh32,
  encodeTransactionBch,
  hash256,
  type Output,
} from '@bitauth/libauth';
import type { HonestSpend } from '../support/attack.js';
import { named32 } from '../support/bytes.js';
import { seal, type Draft, type Sealed } from '../support/transaction.js';
import { planTables } from './attack-tables.js';
import { createAddress, type Terms } from './covenant.js';
import { planSpends } from './honest-spends.js';
import { holdsTokens, KINDS, type Kind } from './kind.js';
import { fixtureOf, type Fixture, type Mutant } from './mutants.js';
import { ruleRows } from './rule-rows.js';
import { loneRows, siblingRows, type Row } from './sibling-rows.js';
import { PLAN } from './stream.js';
import { PLAN_CLOCK, PLAN_COMPANION } from './universal.js';

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
export function* attacksOn(kind: Kind, fixture: Fixture, selector: bigint): Generator<Tried> {
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

import { amountAttacks, amountLiberties, satoshiAttacks } from '../attacks/amounts.js';
import { clockOutputAttacks } from '../attacks/clock-output.js';
import { inputAttacks } from '../attacks/inputs.js';
import { linkedAttacksOn } from '../attacks/linked.js';
import { outputAttacks } from '../attacks/outputs.js';
import { pairAttacks } from '../attacks/pair.js';
import { relativeLockAttacks } from '../attacks/relative-lock.js';
import { stateOutputAttacksOn } from '../attacks/state-output.js';
import { timingAttacks, timingLiberties } from '../attacks/timing.js';
import { tokenPaymentAttacks } from '../attacks/token-payments.js';
import type { Attack, Liberty } from '../support/attack-suite.js';
import { holdsTokens, pathsOf, type Kind } from './covenant.js';

type Tables = readonly (readonly [title: string, table: readonly Attack[]])[];

/** Rows of the shared tables that have nothing to attack here: all of the tokens are due. */
const ABSENT = new Set([
  'a stray of the address swept along without a signature',
  'the rest of the tokens burned on a path that ends',
  'the rest of the tokens in a third output on a path that ends',
]);
const present = (table: readonly Attack[]): readonly Attack[] => table.filter(({ name }) => !ABSENT.has(name));

/** The shared tables of attacks, for a covenant of plans. */
export const planTables = (kind: Kind): Tables => [
  ['functions', linkedAttacksOn(pathsOf(kind).length)],
  ['time', timingAttacks],
  ['amounts and fees', holdsTokens(kind) ? amountAttacks : [...satoshiAttacks, ...amountAttacks]],
  ['payouts and tokens', outputAttacks],
  ['the state that continues', stateOutputAttacksOn(holdsTokens(kind) ? 38 : 40)],
  ['the clock', clockOutputAttacks],
  ['inputs', present(inputAttacks)],
  ['the relative lock of the clock', relativeLockAttacks],
  ...(holdsTokens(kind)
    ? ([
        ['the pair of state and tokens', pairAttacks],
        ['tokens paid and returned', present(tokenPaymentAttacks)],
      ] as const)
    : []),
];

export const planLiberties: readonly (readonly [title: string, table: readonly Liberty[]])[] = [
  ['what spenders may choose: time', timingLiberties],
  ['what spenders may choose: amounts', amountLiberties],
];

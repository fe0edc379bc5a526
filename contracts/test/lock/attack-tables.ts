import { applicable } from '../airdrop/spends.js';
import { amountAttacks, amountLiberties } from '../attacks/amounts.js';
import { inputAttacks } from '../attacks/inputs.js';
import { outputAttacks } from '../attacks/outputs.js';
import { timingAttacks, timingLiberties } from '../attacks/timing.js';
import { tokenPaymentAttacks } from '../attacks/token-payments.js';
import type { Attack, HonestSpend, Liberty } from '../support/attack-suite.js';
import type { LockAsset } from './lock.js';

type Table = readonly [title: string, attacks: readonly Attack[], targets: readonly HonestSpend[]];

/** Rows about an NFT, which a lock does not have, and about outputs that are the payer's to choose. */
const ABSENT = /\bNFT\b|whole token|token of the spender's in the last output/u;

/** Where the fee is a part of what is due, rows of exact satoshis are the locks' own. */
const exact = (asset: LockAsset, spends: readonly HonestSpend[]): HonestSpend[] =>
  spends.map((spend) => ({ ...spend, timed: asset !== 'BCH' && spend.places.state !== undefined }));

/** The shared tables of attacks, as far as a lock has what they attack. */
export const lockTables = (asset: LockAsset, spends: readonly HonestSpend[]): readonly Table[] => {
  const tables: readonly Table[] = [
    ['time', timingAttacks, spends],
    ['amounts and fees', amountAttacks, exact(asset, spends)],
    ['payments and tokens', outputAttacks.filter(({ name }) => !ABSENT.test(name)), spends],
    ['inputs', inputAttacks, spends],
    ...(asset === 'BCH' ? [] : [['tokens paid and kept', tokenPaymentAttacks, spends] as const]),
  ];
  return tables.map(([title, attacks, targets]) => [title, applicable(attacks, targets), targets]);
};

export const lockLiberties: readonly (readonly [title: string, table: readonly Liberty[]])[] = [
  ['what payers may choose: time', timingLiberties],
  ['what payers may choose: amounts', amountLiberties],
];

/** A stranger's coin behind the recipient's takes the recipient's word away. */
export const choosable = (spends: readonly HonestSpend[]): HonestSpend[] =>
  spends.filter(({ name }) => !name.startsWith('small'));

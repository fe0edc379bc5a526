import type { ProposalTerms } from '@weir/client';
import { BCH_DECIMALS, MAX_DESCRIPTION_LENGTH, MAX_PAYEES, MIN_PURSE_LIMIT } from '@weir/kinds';
import { amountWithUnit } from '../format/amount.js';
import { positiveFault, typedBase, unitFor } from '../format/typed-amount.js';
import { addressProblem } from '../forms/address-problem.js';
import { lengthProblems } from '../forms/length-problem.js';
import type { Surroundings } from '../forms/surroundings.js';
import { type Message, msg, t } from '../language/text.js';
import { type HeldAsset, shortProblem } from '../vaults/proposal-draft.js';

/** How fast the limit of a purse refills, as the form offers it. */
export const PERIODS: readonly (readonly [blocks: string, text: Message])[] = [
  ['144', msg('a day')],
  ['1008', msg('a week')],
  ['4320', msg('a month')],
];

/** Whom a purse may pay. */
export type PayeeChoice = 'list' | 'anybody';

/** The draft of the form of a new purse. */
export interface PurseDraft {
  readonly spender: string;
  readonly pays: PayeeChoice;
  /** Addresses, one a line. */
  readonly payees: string;
  readonly limit: string;
  /** Blocks. */
  readonly period: string;
  readonly amount: string;
  /** `BCH`, or a token's category. */
  readonly asset: string;
  readonly reason: string;
}

export const newPurseDraft = (): PurseDraft => ({
  spender: '',
  pays: 'list',
  payees: '',
  limit: '',
  period: '1008',
  amount: '',
  asset: 'BCH',
  reason: '',
});

export type PurseProblems = Readonly<Partial<Record<keyof PurseDraft, string>>>;

/** Returns the addresses of a draft's list, without empty lines. */
export const payeesIn = ({ payees }: Pick<PurseDraft, 'payees'>): readonly string[] =>
  payees
    .split(/[\s,;]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is wrong with the list of a draft, and at which of its fields, from 0. */
export interface PayeesFault {
  readonly at: number;
  readonly text: string;
}

/** Returns the first thing that is wrong with the list of a draft; undefined where nothing is. */
export const payeesFault = (draft: PurseDraft, prefix: Surroundings['prefix']): PayeesFault | undefined => {
  if (draft.pays === 'anybody') return undefined;
  const fields = draft.payees.split('\n').map((field) => field.trim());
  const payees = payeesIn(draft);
  if (payees.length === 0) return { at: 0, text: t('Enter who may be paid, one address a line') };
  if (payees.length > MAX_PAYEES)
    return { at: fields.length - 1, text: t('At most {count} addresses', { count: MAX_PAYEES }) };
  for (const [at, field] of fields.entries()) {
    if (field === '') continue;
    const text =
      addressProblem(field, prefix, '') ?? (fields.indexOf(field) < at ? t('An address is there twice') : undefined);
    if (text !== undefined) return { at, text };
  }
  return undefined;
};

const leastProblem = (text: string, decimals: number, isBch: boolean): string | undefined => {
  const base = typedBase(text, decimals);
  return isBch && base !== undefined && base < MIN_PURSE_LIMIT
    ? t('At least {amount}', { amount: amountWithUnit(MIN_PURSE_LIMIT, 'BCH') })
    : undefined;
};

/** What the money of a new purse comes from. */
export interface PurseSource {
  /** What the vault holds of the draft's asset; undefined while that is not known. */
  readonly held: HeldAsset | undefined;
  /** What the purse that it replaces returns to the vault, base units. */
  readonly returns?: bigint;
}

/** Returns the problems of a draft, by field. */
export const purseProblems = (
  draft: PurseDraft,
  { decimals = BCH_DECIMALS, prefix }: Surroundings,
  { held, returns }: PurseSource = { held: undefined },
): PurseProblems => {
  const isBch = draft.asset === 'BCH';
  const unit = unitFor(isBch ? 'BCH' : 'FUNGIBLE_TOKEN', decimals);
  const spender = addressProblem(draft.spender, prefix, t('Enter whose key pays'));
  const payees = payeesFault(draft, prefix)?.text;
  const limit = positiveFault(draft.limit, unit) ?? leastProblem(draft.limit, decimals, isBch);
  const amount =
    positiveFault(draft.amount, unit) ??
    leastProblem(draft.amount, decimals, isBch) ??
    shortProblem(typedBase(draft.amount, decimals), held, returns);
  return {
    ...(spender !== undefined && { spender }),
    ...(payees !== undefined && { payees }),
    ...(limit !== undefined && { limit }),
    ...(amount !== undefined && { amount }),
    ...lengthProblems(draft, { reason: MAX_DESCRIPTION_LENGTH }),
  };
};

/**
 * Returns the terms of the proposal that opens a purse.
 *
 * @param decimals decimals that the amounts may have
 * @param renews id of the purse whose place it takes
 */
export const purseTerms = (draft: PurseDraft, decimals: number, renews?: string): ProposalTerms => ({
  kind: 'allowance',
  amount: typedBase(draft.amount, decimals) ?? 0n,
  allowance: {
    spender: draft.spender.trim(),
    ...(draft.pays === 'anybody' ? { paysAnybody: true } : { payees: [...payeesIn(draft)] }),
    limit: typedBase(draft.limit, decimals) ?? 0n,
    periodBlocks: Number(draft.period),
  },
  ...(renews !== undefined && { purseIds: [renews] }),
  ...(draft.asset !== 'BCH' && { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: draft.asset }),
  ...(draft.reason.trim() !== '' && { reason: draft.reason.trim() }),
});

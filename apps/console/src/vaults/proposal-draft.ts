import type { Exact, ProposalTerms, Schemas } from '@weir/client';
import { MAX_DESCRIPTION_LENGTH } from '@weir/kinds';
import { type Asset, amountWithUnit } from '../format/amount.js';
import { positiveFault, typedBase, unitFor } from '../format/typed-amount.js';
import { addressProblem } from '../forms/address-problem.js';
import { lengthProblems } from '../forms/length-problem.js';
import type { Surroundings } from '../forms/surroundings.js';
import { t } from '../language/text.js';

/** The purpose of a proposal. */
export type ProposalAim = 'spend' | 'coin' | 'close';

/** The draft of a form. */
export interface ProposalDraft {
  readonly aim: ProposalAim;
  readonly recipient: string;
  /** `BCH`, or a token's category. */
  readonly asset: string;
  readonly amount: string;
  /** Outpoint of a whole coin, `txid:vout`. */
  readonly outpoint: string;
  readonly reason: string;
}

export const newProposalDraft = (): ProposalDraft => ({
  aim: 'spend',
  recipient: '',
  asset: 'BCH',
  amount: '',
  outpoint: '',
  reason: '',
});

export type ProposalProblems = Readonly<Partial<Record<keyof ProposalDraft, string>>>;

/** A vault's balance of one asset. */
export interface HeldAsset {
  readonly of: Asset;
  readonly base: bigint;
}

type State = Pick<Exact<Schemas['VaultStateResponse']>, 'currentBalanceBase' | 'tokens'>;

/** Returns a vault's fungible balances by `BCH` and category. */
export const heldAssets = ({ currentBalanceBase, tokens }: State): ReadonlyMap<string, HeldAsset> => {
  const held = new Map<string, HeldAsset>([['BCH', { of: 'BCH', base: currentBalanceBase }]]);
  for (const { category, amountBase, token } of tokens ?? [])
    if (amountBase > 0n)
      held.set(category, {
        of: { token_type: 'FUNGIBLE_TOKEN', token_category: category, token },
        base: (held.get(category)?.base ?? 0n) + amountBase,
      });
  return held;
};

/**
 * Returns what is wrong with an amount that is to leave a vault; undefined where the vault holds as much, or where that is not known.
 *
 * @param base what is to leave it, base units; undefined where nothing valid was typed
 * @param returns what returns to it by the same transaction, base units
 */
export const shortProblem = (
  base: bigint | undefined,
  held: HeldAsset | undefined,
  returns = 0n,
): string | undefined => {
  if (base === undefined || held === undefined || base <= held.base + returns) return undefined;
  return t('More than the treasury holds: {amount}', { amount: amountWithUnit(held.base + returns, held.of) });
};

/**
 * Returns the problems of a draft, by field.
 *
 * @param held what the vault holds of the draft's asset; undefined while that is not known
 */
export const proposalProblems = (
  draft: ProposalDraft,
  { decimals = 0, prefix }: Surroundings,
  held?: HeldAsset,
): ProposalProblems => {
  const { aim, recipient, outpoint } = draft;
  const wrong = addressProblem(recipient, prefix, t('Enter who is paid'));
  const unit = unitFor(draft.asset === 'BCH' ? 'BCH' : 'FUNGIBLE_TOKEN', decimals);
  const amount =
    aim === 'spend'
      ? (positiveFault(draft.amount, unit) ?? shortProblem(typedBase(draft.amount, decimals), held))
      : undefined;
  return {
    ...(wrong !== undefined && { recipient: wrong }),
    ...(amount !== undefined && { amount }),
    ...(aim === 'coin' && outpoint === '' && { outpoint: t('Choose a coin') }),
    ...lengthProblems(draft, { reason: MAX_DESCRIPTION_LENGTH }),
  };
};

/** Returns the terms of a payment, of a whole coin, or of a close. @param decimals decimals that the amount may have */
export const payoutTerms = (
  { aim, recipient, asset, amount, outpoint, reason }: ProposalDraft,
  decimals: number,
): ProposalTerms => ({
  kind: aim === 'close' ? 'close' : 'spend',
  recipient: recipient.trim(),
  ...(aim === 'spend' && { amount: typedBase(amount, decimals) ?? 0n }),
  ...(aim === 'spend' && asset !== 'BCH' && { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: asset }),
  ...(aim === 'coin' && { outpoint }),
  ...(reason.trim() !== '' && { reason: reason.trim() }),
});

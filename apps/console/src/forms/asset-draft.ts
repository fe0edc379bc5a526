import { BCH_DECIMALS, MAX_AMOUNT, MAX_SATOSHIS } from '@weir/kinds';
import { amountWithUnit, plainText, type TokenType } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { positiveFault, typedBase, unitFor } from '../format/typed-amount.js';
import { t } from '../language/text.js';

/** The draft of an amount and its asset. */
export interface AssetDraft {
  readonly asset: TokenType;
  /** Category of a token. */
  readonly category: string;
  readonly amount: string;
}

/** An amount as requests take it: decimal BCH, or whole base units of tokens. */
export interface AssetTerms {
  readonly amount: string;
  /** Empty for BCH. */
  readonly terms: { readonly tokenType?: 'FUNGIBLE_TOKEN'; readonly tokenCategory?: string };
}

export type AssetProblems = Readonly<Partial<Record<'amount' | 'category', string>>>;

/** Returns the decimals a draft's amount may have. @param decimals decimals of the token, as far as known */
export const draftDecimals = ({ asset }: Pick<AssetDraft, 'asset'>, decimals: number): number =>
  asset === 'BCH' ? BCH_DECIMALS : decimals;

const tooMuch = (base: bigint, asset: TokenType): string | undefined => {
  if (asset === 'BCH')
    return base > MAX_SATOSHIS ? t('More than {amount}', { amount: amountWithUnit(MAX_SATOSHIS, 'BCH') }) : undefined;
  return base > MAX_AMOUNT ? t('More than the largest amount of a token') : undefined;
};

/**
 * Returns an amount's problems by field; empty where it is valid. @param decimals decimals of the token as its issuer
 * says, 0 where unknown
 */
export const assetProblems = (draft: AssetDraft, decimals: number): AssetProblems => {
  const unit = unitFor(draft.asset, draftDecimals(draft, decimals));
  const base = typedBase(draft.amount, unit.decimals);
  const wrong = positiveFault(draft.amount, unit) ?? (base === undefined ? undefined : tooMuch(base, draft.asset));
  return {
    ...(wrong !== undefined && { amount: wrong }),
    ...(draft.asset !== 'BCH' && !isCategory(draft.category) && { category: t('A token category is 64 hex digits') }),
  };
};

/** Converts a valid amount to the form that requests take. */
export const assetTerms = (draft: AssetDraft, decimals: number): AssetTerms => {
  const base = typedBase(draft.amount, draftDecimals(draft, decimals)) ?? 0n;
  return draft.asset === 'BCH'
    ? { amount: plainText(base, BCH_DECIMALS), terms: {} }
    : {
        amount: base.toString(),
        terms: { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: draft.category.trim().toLowerCase() },
      };
};

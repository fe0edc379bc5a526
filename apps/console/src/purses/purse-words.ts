import { isSameAddress, type Purse } from '@weir/client';
import { amountWithUnit, type AssetOfRecord } from '../format/amount.js';
import { noticeText } from '../format/time.js';
import { t } from '../language/text.js';

/** Returns the asset of a purse. */
export const assetOfPurse = ({
  tokenType,
  tokenCategory,
  token,
}: Pick<Purse, 'tokenType' | 'tokenCategory' | 'token'>): AssetOfRecord => ({
  token_type: tokenType,
  token_category: tokenCategory,
  token,
});

/** Says when all of a purse's limit may be paid again; undefined where it may already, or nothing is known of it. */
export const refillText = (
  purse: Pick<Purse, 'fullAtHeight' | 'height' | 'minedHeight' | 'status' | 'availableBase' | 'limitBase'>,
): string | undefined => {
  const { fullAtHeight, height, minedHeight, status, availableBase, limitBase } = purse;
  if (status !== 'ACTIVE' || availableBase >= limitBase) return undefined;
  if (minedHeight === null) return t('It refills from the next block on.');
  if (fullAtHeight === null || height === null) return undefined;
  const blocks = fullAtHeight - height;
  return blocks > 0 ? t('The whole limit is there again in {duration}.', { duration: noticeText(blocks) }) : undefined;
};

/** What the user can do with a purse now. The service decides; this only offers. */
export interface PurseChoices {
  readonly canPay: boolean;
  readonly canSendHome: boolean;
}

/** Derives the available actions from a purse's state, for all addresses of a wallet. */
export const purseChoicesOf = (
  { status, spender, signers }: Pick<Purse, 'status' | 'spender' | 'signers'>,
  addresses: readonly string[],
): PurseChoices => {
  const isOwn = (party: string): boolean => addresses.some((own) => isSameAddress(own, party));
  const isActive = status === 'ACTIVE';
  return { canPay: isActive && isOwn(spender), canSendHome: isActive && signers.some(isOwn) };
};

/** A row of the table of what a thief can do at most. */
export interface ThiefRow {
  readonly key: string;
  readonly who: string;
  readonly most: string;
  readonly answer: string;
}

const exchangeText = (canExchange: boolean | undefined): string => {
  if (canExchange === undefined) return t('The other two exchange this key, or open a new treasury.');
  return canExchange ? t('The other two exchange this key.') : t('The other two open a new treasury.');
};

/**
 * Returns the most that a thief of each key can do with a purse, and what its signers do about it.
 *
 * @param canExchange whether the signers of its treasury can be exchanged; undefined where that is not known
 */
export const thiefRows = (purse: Purse, canExchange?: boolean): readonly ThiefRow[] => {
  const of = assetOfPurse(purse);
  const { balanceBase, availableBase, limitBase, periodBlocks } = purse;
  const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
  const values = {
    now: amountWithUnit(smaller(availableBase, balanceBase), of),
    limit: amountWithUnit(limitBase, of),
    all: amountWithUnit(balanceBase, of),
    period: noticeText(periodBlocks),
  };
  return [
    {
      key: 'spender',
      who: t('The key that pays'),
      most: purse.paysAnybody
        ? t('Pay anybody {now} now, then {limit} more in {period}, at most {all}.', values)
        : t('Pay the list {now} now, then {limit} more in {period}, at most {all}.', values),
      answer: t('Any one signer sends the purse home.'),
    },
    {
      key: 'signer',
      who: t('One signer’s key'),
      most: t('Send the purse home to the treasury. Nothing is lost.'),
      answer: exchangeText(canExchange),
    },
    {
      key: 'signers',
      who: t('Two signers’ keys'),
      most: t('Everything: the treasury and its purses.'),
      answer: t('Nothing stops them. Keep the three keys apart.'),
    },
  ];
};

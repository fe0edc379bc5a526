import { type Asset, amountWithUnit } from '../format/amount.js';
import { t } from '../language/text.js';
import type { Failure } from './loading-failure.js';

/** A treasury holds less than what is to be paid from it. */
export class TreasuryShort extends Error {
  override readonly name = 'TreasuryShort';

  constructor(
    readonly neededBase: bigint,
    readonly availableBase: bigint,
    readonly of: Asset,
  ) {
    super('TREASURY_SHORT');
  }
}

/** Explains it. */
export const treasuryShort = ({ neededBase, availableBase, of }: TreasuryShort): Failure => ({
  title: t('Not enough in the treasury'),
  meaning: t('It takes {needed}, and the treasury has {available}. Nothing was stored.', {
    needed: amountWithUnit(neededBase, of),
    available: amountWithUnit(availableBase, of),
  }),
  next: t('Deposit into the treasury, or choose a smaller amount.'),
  reference: undefined,
});

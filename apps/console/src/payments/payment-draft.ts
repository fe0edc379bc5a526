import type { PaymentTerms } from '@weir/client';
import { fromLocalInput, toLocalInput } from '../format/time.js';
import { assetProblems, assetTerms, type AssetDraft } from '../forms/asset-draft.js';

/** What somebody has typed so far; the amount is that of a period. */
export interface PaymentDraft extends AssetDraft {
  readonly recipient: string;
  readonly recipientName: string;
  readonly interval: PaymentTerms['interval'];
  readonly start: string;
  /** Empty: it has none, and twelve periods are funded. */
  readonly end: string;
  readonly cancelable: 'yes' | 'no';
  readonly pausable: 'yes' | 'no';
}

/** Monthly from the chain's now on. @param now Unix seconds */
export const newPaymentDraft = (now: number): PaymentDraft => ({
  ...{ recipient: '', recipientName: '', asset: 'BCH', category: '', amount: '', interval: 'MONTHLY' },
  ...{ start: toLocalInput(now), end: '', cancelable: 'yes', pausable: 'yes' },
});

/** What is wrong with a draft, by its field. What only the service can tell, its preview tells. */
export type PaymentProblems = Readonly<Partial<Record<keyof PaymentDraft, string>>>;

/**
 * Reads a draft: its terms, or what is wrong with it.
 *
 * @param decimals of its token, as the issuer says; 0 where nobody does
 */
export const readPaymentDraft = (
  draft: PaymentDraft,
  decimals = 0,
): { readonly terms: PaymentTerms } | { readonly problems: PaymentProblems } => {
  const startDate = fromLocalInput(draft.start);
  const endDate = draft.end === '' ? null : fromLocalInput(draft.end);
  const problems: PaymentProblems = {
    ...(draft.recipient.trim() === '' && { recipient: 'Say who receives it' }),
    ...assetProblems(draft, decimals),
    ...(startDate === undefined && { start: 'Choose when the first period falls due' }),
    ...(endDate === undefined && { end: 'Choose a time, or leave it empty' }),
    ...(startDate !== undefined &&
      typeof endDate === 'number' &&
      endDate < startDate && { end: 'It must not end before the first period' }),
  };
  if (startDate === undefined || endDate === undefined || Object.keys(problems).length > 0) return { problems };
  const { amount, terms: asset } = assetTerms(draft, decimals);
  const name = draft.recipientName.trim();
  return {
    terms: {
      recipient: draft.recipient.trim(),
      ...(name !== '' && { recipientName: name }),
      amountPerPeriod: amount,
      ...asset,
      interval: draft.interval,
      startDate,
      ...(endDate !== null && { endDate }),
      cancelable: draft.cancelable === 'yes',
      pausable: draft.pausable === 'yes',
    },
  };
};

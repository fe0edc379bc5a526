import type { StreamTerms } from '@weir/client';
import { fromLocalInput, timeProblem, toLocalInput } from '../format/time.js';
import { assetProblems, assetTerms, type AssetDraft } from '../forms/asset-draft.js';

/** The draft of a form. */
export interface StreamDraft extends AssetDraft {
  readonly recipient: string;
  readonly type: 'LINEAR' | 'STEP' | 'RECURRING';
  readonly start: string;
  readonly end: string;
  readonly cliff: string;
  readonly intervalDays: string;
  readonly cancelable: 'yes' | 'no';
  readonly description: string;
}

const DAY = 86_400;
const DEFAULT_DAYS = 365;
const MONTH_DAYS = 30;

/** Creates a draft: linear over a year from the chain's present time on. @param now Unix seconds */
export const newDraft = (now: number): StreamDraft => ({
  ...{ recipient: '', asset: 'BCH', category: '', amount: '', type: 'LINEAR', cliff: '' },
  ...{ start: toLocalInput(now), end: toLocalInput(now + DEFAULT_DAYS * DAY) },
  ...{ intervalDays: String(MONTH_DAYS), cancelable: 'yes', description: '' },
});

/** Problems of a draft, by field. What only the service can check, its preview reports. */
export type DraftProblems = Readonly<Partial<Record<keyof StreamDraft, string>>>;

/**
 * Validates a draft: returns its terms, or its problems. A recipient not typed yet is missing rather than wrong. @param
 * decimals decimals of its token as its issuer says, 0 where unknown
 */
export const readDraft = (
  draft: StreamDraft,
  decimals = 0,
): { readonly terms: StreamTerms } | { readonly problems: DraftProblems } => {
  const startTime = fromLocalInput(draft.start);
  const endTime = fromLocalInput(draft.end);
  const cliff = draft.cliff === '' ? null : fromLocalInput(draft.cliff);
  const days = Number(draft.intervalDays);
  const problems: DraftProblems = {
    ...(draft.recipient.trim() === '' && { recipient: 'Enter the recipient' }),
    ...assetProblems(draft, decimals),
    ...(startTime === undefined && { start: timeProblem(draft.start, 'Choose when it starts') }),
    ...(endTime === undefined && { end: timeProblem(draft.end, 'Choose when it ends') }),
    ...(startTime !== undefined &&
      endTime !== undefined &&
      endTime <= startTime && { end: 'It must end after its start' }),
    ...(cliff === undefined && { cliff: 'Choose a time, or leave it empty' }),
    ...(draft.type !== 'LINEAR' && !(days > 0) && { intervalDays: 'Enter a number of days, such as 30' }),
  };
  if (startTime === undefined || endTime === undefined || cliff === undefined || Object.keys(problems).length > 0)
    return { problems };
  const { amount, terms: asset } = assetTerms(draft, decimals);
  return {
    terms: {
      recipient: draft.recipient.trim(),
      totalAmount: amount,
      streamType: draft.type,
      ...asset,
      ...{ startTime, endTime, cliffTimestamp: cliff },
      ...(draft.type !== 'LINEAR' && { intervalSeconds: Math.round(days * DAY) }),
      cancelable: draft.cancelable === 'yes',
      ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    },
  };
};

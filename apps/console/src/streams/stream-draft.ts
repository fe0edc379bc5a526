import type { StreamTerms } from '@weir/client';
import { MAX_DESCRIPTION_LENGTH } from '@weir/kinds';
import { addressProblem } from '../forms/address-problem.js';
import { assetProblems, assetTerms, type AssetDraft } from '../forms/asset-draft.js';
import { lengthProblems } from '../forms/length-problem.js';
import { newSchedule, readSchedule, type ScheduleDraft } from '../forms/schedule-draft.js';
import type { Surroundings } from '../forms/surroundings.js';
import { t } from '../language/text.js';

/** The draft of a form. */
export interface StreamDraft extends AssetDraft, ScheduleDraft {
  readonly recipient: string;
  readonly cancelable: 'yes' | 'no';
  readonly description: string;
}

/** Creates a draft: over a year from the chain's present time on. @param now Unix seconds */
export const newDraft = (now: number): StreamDraft => ({
  recipient: '',
  asset: 'BCH',
  category: '',
  amount: '',
  cancelable: 'yes',
  description: '',
  ...newSchedule(now),
});

/** Problems of a draft, by field. What only the service can check, its preview reports. */
export type DraftProblems = Readonly<Partial<Record<keyof StreamDraft, string>>>;

/** Validates a draft: returns its terms, or its problems. A recipient not typed yet is missing rather than wrong. */
export const readDraft = (
  draft: StreamDraft,
  { decimals = 0, prefix }: Surroundings = {},
): { readonly terms: StreamTerms } | { readonly problems: DraftProblems } => {
  const times = readSchedule(draft);
  const recipient = addressProblem(draft.recipient, prefix, t('Enter the recipient'));
  const problems: DraftProblems = {
    ...(recipient !== undefined && { recipient }),
    ...assetProblems(draft, decimals),
    ...('problems' in times && times.problems),
    ...lengthProblems(draft, { description: MAX_DESCRIPTION_LENGTH }),
  };
  if ('problems' in times || Object.keys(problems).length > 0) return { problems };
  const { amount, terms: asset } = assetTerms(draft, decimals);
  const { start, end, cliff, step } = times.schedule;
  return {
    terms: {
      recipient: draft.recipient.trim(),
      totalAmount: amount,
      ...asset,
      startTime: start,
      endTime: end,
      cliffTimestamp: cliff,
      ...(step === null ? { streamType: 'LINEAR' } : { streamType: 'STEP', intervalSeconds: step }),
      cancelable: draft.cancelable === 'yes',
      ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    },
  };
};

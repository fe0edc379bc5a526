import type { LockTerms } from '@weir/client';
import { MAX_DESCRIPTION_LENGTH } from '@weir/kinds';
import { addressProblem } from '../forms/address-problem.js';
import { assetProblems, assetTerms, type AssetDraft } from '../forms/asset-draft.js';
import { lengthProblems } from '../forms/length-problem.js';
import { newLockSchedule, readLockSchedule } from '../forms/lock-schedule.js';
import type { MovableDraft } from '../forms/movable-field.js';
import type { ScheduleDraft } from '../forms/schedule-draft.js';
import type { Surroundings } from '../forms/surroundings.js';
import { t } from '../language/text.js';

/** The draft of a form. */
export interface LockDraft extends AssetDraft, ScheduleDraft, MovableDraft {
  readonly recipient: string;
  readonly description: string;
}

/** Creates a draft: until a year from the chain's present time. @param now Unix seconds */
export const newLockDraft = (now: number): LockDraft => ({
  recipient: '',
  asset: 'BCH',
  category: '',
  amount: '',
  movable: 'no',
  description: '',
  ...newLockSchedule(now),
});

/** Problems of a draft, by field. What only the service can check, its preview reports. */
export type LockDraftProblems = Readonly<Partial<Record<keyof LockDraft, string>>>;

/** Validates a draft: returns its terms, or its problems. */
export const readLockDraft = (
  draft: LockDraft,
  { decimals = 0, prefix }: Surroundings = {},
): { readonly terms: LockTerms } | { readonly problems: LockDraftProblems } => {
  const times = readLockSchedule(draft);
  const recipient = addressProblem(draft.recipient, prefix, t('Enter the recipient'));
  const problems: LockDraftProblems = {
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
      ...(draft.length === 'once'
        ? { unlockTime: end }
        : {
            startTime: start,
            endTime: end,
            cliffTimestamp: cliff,
            ...(step === null ? { streamType: 'LINEAR' } : { streamType: 'STEP', intervalSeconds: step }),
          }),
      ...(draft.movable === 'yes' && { transferable: true }),
      ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    },
  };
};

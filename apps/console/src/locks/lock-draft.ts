import type { LockTerms } from '@weir/client';
import { assetProblems, assetTerms, type AssetDraft } from '../forms/asset-draft.js';
import { newLockSchedule, readLockSchedule } from '../forms/lock-schedule.js';
import type { ScheduleDraft } from '../forms/schedule-draft.js';
import { t } from '../language/text.js';

/** The draft of a form. */
export interface LockDraft extends AssetDraft, ScheduleDraft {
  readonly recipient: string;
  readonly description: string;
}

/** Creates a draft: until a year from the chain's present time. @param now Unix seconds */
export const newLockDraft = (now: number): LockDraft => ({
  ...{ recipient: '', asset: 'BCH', category: '', amount: '', description: '' },
  ...newLockSchedule(now),
});

/** Problems of a draft, by field. What only the service can check, its preview reports. */
export type LockDraftProblems = Readonly<Partial<Record<keyof LockDraft, string>>>;

/**
 * Validates a draft: returns its terms, or its problems. @param decimals decimals of its token as its issuer says, 0
 * where unknown
 */
export const readLockDraft = (
  draft: LockDraft,
  decimals = 0,
): { readonly terms: LockTerms } | { readonly problems: LockDraftProblems } => {
  const times = readLockSchedule(draft);
  const problems: LockDraftProblems = {
    ...(draft.recipient.trim() === '' && { recipient: t('Enter the recipient') }),
    ...assetProblems(draft, decimals),
    ...('problems' in times && times.problems),
  };
  if ('problems' in times || Object.keys(problems).length > 0) return { problems };
  const { amount, terms: asset } = assetTerms(draft, decimals);
  const { start, end, cliff, step } = times.schedule;
  return {
    terms: {
      ...{ recipient: draft.recipient.trim(), totalAmount: amount },
      ...asset,
      ...(draft.length === 'once'
        ? { unlockTime: end }
        : {
            ...{ startTime: start, endTime: end, cliffTimestamp: cliff },
            ...(step === null ? { streamType: 'LINEAR' } : { streamType: 'STEP', intervalSeconds: step }),
          }),
      ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    },
  };
};

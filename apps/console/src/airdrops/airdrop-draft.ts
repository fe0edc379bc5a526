import { bchText, type CampaignTerms } from '@weir/client';
import { MAX_NAME_LENGTH, MAX_PUBLIC_DESCRIPTION_LENGTH } from '@weir/kinds';
import { fromLocalInput, timeProblem } from '../format/time.js';
import { typedBase } from '../format/typed-amount.js';
import { assetProblems, assetTerms, draftDecimals, type AssetDraft } from '../forms/asset-draft.js';
import { lengthProblems } from '../forms/length-problem.js';
import { newLockSchedule, readLockSchedule } from '../forms/lock-schedule.js';
import type { ScheduleDraft, ScheduleProblems } from '../forms/schedule-draft.js';
import { t } from '../language/text.js';
import type { CheckState } from './list/use-list.js';

/** The draft of a form; the amount is the pool of a public campaign. */
export interface AirdropDraft extends AssetDraft {
  readonly title: string;
  readonly description: string;
  readonly audience: 'list' | 'everybody';
  readonly perClaim: string;
  readonly claimsEach: string;
  /** Empty for "as soon as it is funded". */
  readonly start: string;
  /** Empty for none. */
  readonly end: string;
  readonly cancelable: 'yes' | 'no';
  readonly publicList: 'yes' | 'no';
  readonly sponsored: 'yes' | 'no';
  /** Of a list: whether each claim opens a lock. */
  readonly vested: 'no' | 'yes';
  /** When the locks unlock. */
  readonly schedule: ScheduleDraft;
}

/** Creates a draft. @param now the chain's time, Unix seconds */
export const newAirdrop = (now: number): AirdropDraft => ({
  title: '',
  description: '',
  audience: 'list',
  asset: 'BCH',
  category: '',
  amount: '',
  perClaim: '',
  claimsEach: '1',
  start: '',
  end: '',
  cancelable: 'yes',
  publicList: 'no',
  sponsored: 'yes',
  vested: 'no',
  schedule: newLockSchedule(now),
});

/** Whether the claims of a draft open locks: those of a list can. */
export const isVested = ({ audience, vested }: Pick<AirdropDraft, 'audience' | 'vested'>): boolean =>
  audience === 'list' && vested === 'yes';

/** Problems of a draft, by field. */
export type AirdropProblems = Readonly<
  Partial<Record<Exclude<keyof AirdropDraft, 'schedule'> | `schedule.${keyof ScheduleDraft}` | 'list', string>>
>;

const listProblem = (list: CheckState | undefined): string | undefined => {
  if (list === undefined) return t('Choose the list of recipients');
  if (list.phase === 'checking') return t('The list is still being checked');
  return list.phase === 'failed' || list.report.wrong > 0 ? t('The list is not valid') : undefined;
};

/** A count as it is typed: not 1e3, 0x10 or 2.0. */
const WHOLE = /^\d{1,9}$/;

/** Checks the asset of a list campaign; of a public one also the pool and the amount per claim. */
const amountProblems = (draft: AirdropDraft, decimals: number, list: CheckState | undefined): AirdropProblems => {
  const { amount, ...asset } = assetProblems(draft, decimals);
  if (draft.audience === 'list') {
    const problem = listProblem(list);
    return { ...asset, ...(problem !== undefined && { list: problem }) };
  }
  const pool = typedBase(draft.amount, draftDecimals(draft, decimals));
  const { amount: perClaim } = assetProblems({ ...draft, amount: draft.perClaim }, decimals);
  const each = typedBase(draft.perClaim, draftDecimals(draft, decimals));
  const claimsEach = WHOLE.test(draft.claimsEach.trim()) ? Number(draft.claimsEach) : 0;
  return {
    ...asset,
    ...(amount !== undefined && { amount }),
    ...(perClaim !== undefined && { perClaim }),
    ...(pool !== undefined && each !== undefined && each > pool && { perClaim: t('It is more than the pool') }),
    ...(claimsEach < 1 && { claimsEach: t('Enter a whole number, at least 1') }),
  };
};

/** Returns the amounts of a campaign as requests take them. */
const amountTerms = (draft: AirdropDraft, decimals: number, list: CheckState | undefined) => {
  const pool = assetTerms(draft, decimals);
  if (draft.audience === 'list') {
    const total = list?.phase === 'checked' ? list.report.total : 0n;
    return {
      ...pool.terms,
      requireKyc: true,
      totalAmount: draft.asset === 'BCH' ? bchText(total) : total.toString(),
      publicList: draft.publicList === 'yes',
    };
  }
  return {
    ...pool.terms,
    totalAmount: pool.amount,
    amountPerClaim: assetTerms({ ...draft, amount: draft.perClaim }, decimals).amount,
    maxClaimsPerAddress: Number(draft.claimsEach),
  };
};

/** Returns the texts of a draft's fields by the names that problems have. */
export const textsOf = ({ schedule, ...draft }: AirdropDraft) => ({
  ...draft,
  ...Object.fromEntries(Object.entries(schedule).map(([field, text]) => [`schedule.${field}`, text])),
});

/** Returns the problems of the fields of when its locks unlock. */
export const scheduleProblems = (problems: AirdropProblems): ScheduleProblems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) =>
      field.startsWith('schedule.') ? [[field.slice('schedule.'.length), problem]] : [],
    ),
  );

/** Returns when the locks of a draft's claims unlock, as requests take it, or its problems by field. */
const vestingOf = (
  draft: AirdropDraft,
): { readonly terms: Pick<CampaignTerms, 'vesting'> } | { readonly problems: AirdropProblems } => {
  if (!isVested(draft)) return { terms: {} };
  const read = readLockSchedule(draft.schedule);
  if ('problems' in read)
    return {
      problems: Object.fromEntries(
        Object.entries(read.problems).map(([field, problem]) => [`schedule.${field}`, problem]),
      ),
    };
  const { start, end, cliff, step } = read.schedule;
  return {
    terms: {
      vesting: {
        startTime: start,
        endTime: end,
        cliffTimestamp: cliff,
        ...(step === null ? { streamType: 'LINEAR' } : { streamType: 'STEP', intervalSeconds: step }),
      },
    },
  };
};

/**
 * Validates a draft: returns its terms, or its problems.
 *
 * @param list state of its list's check
 * @param decimals decimals of its token as its issuer says, 0 where unknown
 */
export const readAirdropDraft = (
  draft: AirdropDraft,
  list: CheckState | undefined,
  decimals = 0,
): { readonly terms: CampaignTerms } | { readonly problems: AirdropProblems } => {
  const start = draft.start === '' ? null : fromLocalInput(draft.start);
  const end = draft.end === '' ? null : fromLocalInput(draft.end);
  const vesting = vestingOf(draft);
  const problems: AirdropProblems = {
    ...(draft.title.trim() === '' && { title: t('Enter a name') }),
    ...lengthProblems(draft, { title: MAX_NAME_LENGTH, description: MAX_PUBLIC_DESCRIPTION_LENGTH }),
    ...amountProblems(draft, decimals, list),
    ...(start === undefined && { start: timeProblem(draft.start, '') }),
    ...(end === undefined && { end: timeProblem(draft.end, '') }),
    ...(typeof start === 'number' &&
      typeof end === 'number' &&
      end <= start && { end: t('It must end after it opens') }),
    ...('problems' in vesting && vesting.problems),
    ...(end === null &&
      draft.cancelable === 'no' && {
        end: t('Without an end date you must be able to close it, or the rest never returns'),
      }),
  };
  if (start === undefined || end === undefined || 'problems' in vesting || Object.keys(problems).length > 0)
    return { problems };
  const description = draft.description.trim();
  return {
    terms: {
      title: draft.title.trim(),
      ...(description !== '' && { description }),
      ...amountTerms(draft, decimals, list),
      ...(start !== null && { startDate: start }),
      ...(end !== null && { endDate: end }),
      cancelable: draft.cancelable === 'yes',
      sponsorFees: draft.sponsored === 'yes',
      ...vesting.terms,
    },
  };
};

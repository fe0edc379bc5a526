import { findGrantProblem, vestedAfter } from '@weir/calendar';
import type { StreamTerms } from '@weir/client';
import { leastPaidOf, MAX_DESCRIPTION_LENGTH } from '@weir/kinds';
import { asTyped, plainText } from '../format/amount.js';
import { amountFault, typedBase, unitFor } from '../format/typed-amount.js';
import { addressProblem } from '../forms/address-problem.js';
import { assetProblems, assetTerms, type AssetDraft, draftDecimals } from '../forms/asset-draft.js';
import { type GrantDraft, type Installments, newGrant, readInstallments } from '../forms/grant-draft.js';
import { lengthProblems } from '../forms/length-problem.js';
import { hasPace, newSchedule, readSchedule } from '../forms/schedule-draft.js';
import type { Surroundings } from '../forms/surroundings.js';
import { t } from '../language/text.js';
import { EMPTY_TRANCHE, readTranches, type TrancheDraft, tranchesFault } from './tranche-draft.js';

/** The draft of a form. */
export interface StreamDraft extends AssetDraft, GrantDraft {
  readonly recipient: string;
  readonly cancelable: 'yes' | 'no';
  readonly description: string;
  /** Of dates and amounts of its own. */
  readonly tranches: readonly TrancheDraft[];
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
  ...newGrant,
  tranches: [EMPTY_TRANCHE],
});

/** Whether a draft vests on days of the month. */
export const isByCalendar = (draft: Pick<StreamDraft, 'length' | 'pace'>): boolean =>
  draft.pace === 'calendar' && hasPace(draft);

/** Returns a changed draft: a grant of four years vests on a day of each month, unless somebody says otherwise. */
export const withGrantPace = (before: StreamDraft, changed: StreamDraft): StreamDraft =>
  changed.length === 'grant' && before.length !== 'grant' ? { ...changed, pace: 'calendar' } : changed;

/** Problems of a draft, by field. What only the service can check, its preview reports. */
export type DraftProblems = Readonly<Partial<Record<keyof StreamDraft, string>>>;

type Vesting = Omit<StreamTerms, 'recipient' | 'cancelable' | 'description'>;
type Read = { readonly terms: Vesting } | { readonly problems: DraftProblems };

/** Reads dates and amounts, which say the total. */
const byTranches = (draft: StreamDraft, decimals: number): Read => {
  const unit = unitFor(draft.asset, draftDecimals(draft, decimals));
  const read = readTranches(draft.tranches, unit, draft.asset === 'BCH');
  const fault = tranchesFault(draft.tranches, read);
  const { category } = assetProblems({ ...draft, amount: asTyped('1') }, decimals);
  if (fault !== undefined || category !== undefined)
    return {
      problems: { ...(fault !== undefined && { tranches: fault }), ...(category !== undefined && { category }) },
    };
  const termsOf = (base: bigint) => assetTerms({ ...draft, amount: asTyped(plainText(base, unit.decimals)) }, decimals);
  const { amount, terms } = termsOf(read.total);
  return {
    terms: {
      totalAmount: amount,
      ...terms,
      streamType: 'STEP',
      tranches: read.tranches.map(({ at, amount: base }) => ({ time: Number(at), amount: termsOf(base).amount })),
    },
  };
};

/** The field that says the cliff: a preset does by itself. */
const cliffField = ({ length }: StreamDraft): keyof StreamDraft => {
  if (length === 'dates') return 'cliff';
  return length === 'months' ? 'cliffMonths' : 'length';
};

/** Says what is wrong with the amounts of installments; empty where nothing is. */
const grantProblems = (draft: StreamDraft, { dates }: Installments, decimals: number): DraftProblems => {
  const unit = unitFor(draft.asset, draftDecimals(draft, decimals));
  const [total, released] = [draft.amount, draft.released].map((text) => typedBase(text, unit.decimals) ?? 0n) as [
    bigint,
    bigint,
  ];
  const allocation = draft.asset === 'BCH' ? 'CUMULATIVE_ROUND_DOWN' : draft.allocation;
  const grant = { ...dates, total: total + released, allocation };
  const shown = (base: bigint): string => `${asTyped(plainText(base, unit.decimals))} ${unit.unit}`;
  const least = leastPaidOf(draft.asset === 'BCH' ? 'BCH' : 'FUNGIBLE_TOKEN');
  switch (findGrantProblem(grant, { least, released })) {
    case undefined:
      return {};
    case 'RELEASED_NOT_VESTED': {
      const vested = Array.from({ length: Number(grant.installments - grant.cliff) + 1 }, (_, place) =>
        vestedAfter(grant, grant.cliff + BigInt(place)),
      );
      return {
        released: t('No installment has vested this amount: the nearest are {below} and {above}', {
          below: shown(vested.findLast((each) => each < released) ?? 0n),
          above: shown(vested.find((each) => each > released) ?? grant.total),
        }),
      };
    }
    case 'CLIFF_LEAVES_TOO_LITTLE':
      return { [cliffField(draft)]: t('The cliff leaves less than can be paid out: choose an earlier one') };
    case 'TOTAL_OUT_OF_RANGE':
      return { amount: t('At least {amount}', { amount: shown(least) }) };
    case 'MONTHS_OUT_OF_RANGE':
    case 'DAY_OUT_OF_RANGE':
    case 'TIME_OUT_OF_RANGE':
    case 'UTC_OFFSET_OUT_OF_RANGE':
    case 'FIRST_OUT_OF_RANGE':
    case 'INSTALLMENTS_OUT_OF_RANGE':
    case 'LAST_AFTER_JANUARY_2100':
    case 'CLIFF_OUT_OF_RANGE':
      return { start: t('Choose dates from March 1999 to January 2100') };
  }
};

/** Reads installments on days of the month. */
const byCalendar = (draft: StreamDraft, decimals: number): Read => {
  const read = readInstallments(draft);
  const unit = unitFor(draft.asset, draftDecimals(draft, decimals));
  const released = draft.released.trim() === '' ? undefined : amountFault(draft.released, unit);
  const problems: DraftProblems = {
    ...assetProblems(draft, decimals),
    ...('problems' in read && read.problems),
    ...(released !== undefined && { released }),
  };
  if ('problems' in read || Object.keys(problems).length > 0) return { problems };
  const wrong = grantProblems(draft, read.installments, decimals);
  if (Object.keys(wrong).length > 0) return { problems: wrong };
  const { amount, terms } = assetTerms(draft, decimals);
  const { start, calendar, installments, cliffInstallment } = read.installments;
  const before = draft.released.trim() === '' ? '0' : assetTerms({ ...draft, amount: draft.released }, decimals).amount;
  return {
    terms: {
      totalAmount: amount,
      ...terms,
      streamType: 'STEP',
      startTime: start,
      calendar,
      installments,
      cliffInstallment,
      ...(draft.asset !== 'BCH' && { allocation: draft.allocation }),
      ...(before !== '0' && { releasedAmount: before }),
    },
  };
};

/** Reads what vests by the second, or in equal steps. */
const bySeconds = (draft: StreamDraft, decimals: number): Read => {
  const times = readSchedule(draft);
  const problems: DraftProblems = { ...assetProblems(draft, decimals), ...('problems' in times && times.problems) };
  if ('problems' in times || Object.keys(problems).length > 0) return { problems };
  const { amount, terms } = assetTerms(draft, decimals);
  const { start, end, cliff, step } = times.schedule;
  return {
    terms: {
      totalAmount: amount,
      ...terms,
      startTime: start,
      endTime: end,
      cliffTimestamp: cliff,
      ...(step === null ? { streamType: 'LINEAR' } : { streamType: 'STEP', intervalSeconds: step }),
    },
  };
};

const vestingOf = (draft: StreamDraft, decimals: number): Read => {
  if (draft.length === 'tranches') return byTranches(draft, decimals);
  return isByCalendar(draft) ? byCalendar(draft, decimals) : bySeconds(draft, decimals);
};

/** Validates a draft: returns its terms, or its problems. A recipient not typed yet is missing rather than wrong. */
export const readDraft = (
  draft: StreamDraft,
  { decimals = 0, prefix }: Surroundings = {},
): { readonly terms: StreamTerms } | { readonly problems: DraftProblems } => {
  const vesting = vestingOf(draft, decimals);
  const recipient = addressProblem(draft.recipient, prefix, t('Enter the recipient'));
  const problems: DraftProblems = {
    ...(recipient !== undefined && { recipient }),
    ...('problems' in vesting && vesting.problems),
    ...lengthProblems(draft, { description: MAX_DESCRIPTION_LENGTH }),
  };
  if ('problems' in vesting || Object.keys(problems).length > 0) return { problems };
  return {
    terms: {
      recipient: draft.recipient.trim(),
      ...vesting.terms,
      cancelable: draft.cancelable === 'yes',
      ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    },
  };
};

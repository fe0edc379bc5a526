import type { StreamTerms } from '@weir/client';
import { fromLocalInput, toLocalInput } from '../format/time.js';

/** What somebody has typed so far. */
export interface StreamDraft {
  readonly recipient: string;
  readonly asset: 'BCH' | 'FUNGIBLE_TOKEN';
  readonly category: string;
  readonly amount: string;
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

/** A year from the chain's now on, evenly. @param now Unix seconds */
export const newDraft = (now: number): StreamDraft => ({
  ...{ recipient: '', asset: 'BCH', category: '', amount: '', type: 'LINEAR', cliff: '' },
  ...{ start: toLocalInput(now), end: toLocalInput(now + DEFAULT_DAYS * DAY) },
  ...{ intervalDays: String(MONTH_DAYS), cancelable: 'yes', description: '' },
});

/** What is wrong with a draft, by its field. What only the service can tell, its preview tells. */
export type DraftProblems = Readonly<Partial<Record<keyof StreamDraft, string>>>;

/** Amounts as requests take them: digits with a decimal point; grouping and decimal commas are no guess of ours. */
const DECIMAL = /^\d+(?:\.\d{1,8})?$/;
const WHOLE = /^\d+$/;
const CATEGORY = /^[0-9a-f]{64}$/i;

const amountProblem = ({ amount, asset }: StreamDraft): string | undefined => {
  if (amount.trim() === '') return 'Say how much';
  if (asset === 'BCH' && !DECIMAL.test(amount.trim()))
    return 'Write BCH in digits with a decimal point and at most 8 decimals, such as 1.5';
  if (asset !== 'BCH' && !WHOLE.test(amount.trim())) return 'Write whole base units of the token, in digits';
  return undefined;
};

/** Reads a draft: its terms, or what is wrong with it. An untouched recipient is not there yet, rather than wrong. */
export const readDraft = (
  draft: StreamDraft,
): { readonly terms: StreamTerms } | { readonly problems: DraftProblems } => {
  const startTime = fromLocalInput(draft.start);
  const endTime = fromLocalInput(draft.end);
  const cliff = draft.cliff === '' ? null : fromLocalInput(draft.cliff);
  const days = Number(draft.intervalDays);
  const amount = amountProblem(draft);
  const problems: DraftProblems = {
    ...(draft.recipient.trim() === '' && { recipient: 'Say who receives it' }),
    ...(amount !== undefined && { amount }),
    ...(draft.asset !== 'BCH' &&
      !CATEGORY.test(draft.category.trim()) && { category: 'A token category is 64 hex digits' }),
    ...(startTime === undefined && { start: 'Choose when it starts' }),
    ...(endTime === undefined && { end: 'Choose when it ends' }),
    ...(startTime !== undefined &&
      endTime !== undefined &&
      endTime <= startTime && { end: 'It must end after its start' }),
    ...(cliff === undefined && { cliff: 'Choose a time, or leave it empty' }),
    ...(draft.type !== 'LINEAR' && !(days > 0) && { intervalDays: 'Write how many days, such as 30' }),
  };
  if (startTime === undefined || endTime === undefined || cliff === undefined || Object.keys(problems).length > 0)
    return { problems };
  return {
    terms: {
      recipient: draft.recipient.trim(),
      totalAmount: draft.amount.trim(),
      streamType: draft.type,
      ...(draft.asset !== 'BCH' && { tokenType: draft.asset, tokenCategory: draft.category.trim().toLowerCase() }),
      ...{ startTime, endTime, cliffTimestamp: cliff },
      ...(draft.type !== 'LINEAR' && { intervalSeconds: Math.round(days * DAY) }),
      cancelable: draft.cancelable === 'yes',
      ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    },
  };
};

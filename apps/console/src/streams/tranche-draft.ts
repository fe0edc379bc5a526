import { findTranchesProblem, type Tranche } from '@weir/calendar';
import { leastPaidOf, MAX_TRANCHES, P2SH32_DUST } from '@weir/kinds';
import { readTime } from '@weir/merkle/times';
import { amountWithUnit } from '../format/amount.js';
import { type AmountUnit, positiveFault, typedBase } from '../format/typed-amount.js';
import { t } from '../language/text.js';

/** A date and an amount, as they are typed. */
export interface TrancheDraft {
  readonly time: string;
  readonly amount: string;
}

export const EMPTY_TRANCHE: TrancheDraft = { time: '', amount: '' };

export const isBlankTranche = ({ time, amount }: TrancheDraft): boolean => time.trim() === '' && amount.trim() === '';

/** Problems of a row, by field. */
export type TrancheProblems = Readonly<Partial<Record<keyof TrancheDraft, string>>>;

/** A day as 3/4/2027, which is another one in another country. */
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/u;
const twoDigits = (text: string): string => text.padStart(2, '0');

/** Says why a text is not a time; undefined where it is one. A day with two readings is refused, and both are named. */
export const timeFault = (text: string): string | undefined => {
  const read = readTime(text);
  if (read.ok) return undefined;
  if (text.trim() === '') return t('Enter a date');
  const [, one = '', other = '', year = ''] = SLASHED.exec(text.trim()) ?? [];
  const readings = [
    `${year}-${twoDigits(one)}-${twoDigits(other)}`,
    `${year}-${twoDigits(other)}-${twoDigits(one)}`,
  ].filter((reading, place, all) => readTime(reading).ok && all.indexOf(reading) === place);
  const [first, second] = readings;
  if (first !== undefined)
    return second === undefined
      ? t('Write this day as {day}', { day: first })
      : t('{text} could be {first} or {second}: write the one that is meant', { text: text.trim(), first, second });
  return read.problem === 'NO_SUCH_TIME'
    ? t('This day or time does not exist')
    : t('Enter a day such as 2027-01-31, or a day and a time such as 2027-01-31 08:00');
};

/** Says what is wrong with a sound date or amount beside others of the list. */
const listFault = (
  code: NonNullable<ReturnType<typeof findTranchesProblem>>['code'],
): readonly [keyof TrancheDraft, string] => {
  switch (code) {
    case 'DATE_NOT_ASCENDING':
      return ['time', t('This date must be later than the one above')];
    case 'DATE_OUT_OF_RANGE':
      return ['time', t('Choose a time from 1985 to 2106')];
    case 'AMOUNT_TOO_SMALL':
      return ['amount', t('At least {amount}', { amount: amountWithUnit(P2SH32_DUST, 'BCH') })];
    case 'TOTAL_OUT_OF_RANGE':
    case 'NO_TRANCHES':
    case 'TOO_MANY_TRANCHES':
      return ['amount', t('The amounts are too large together')];
  }
};

/** A list of dates and amounts as far as it is sound, and what is wrong with its rows. */
export interface ReadTranches {
  /** Of the rows that are dates and amounts, base units. */
  readonly tranches: readonly Tranche[];
  readonly total: bigint;
  /** Problems by row, in order. */
  readonly problems: readonly TrancheProblems[];
}

/** Reads the rows of a list. @param isBch whether its amounts are BCH, which have a smallest payment */
export const readTranches = (rows: readonly TrancheDraft[], unit: AmountUnit, isBch: boolean): ReadTranches => {
  const problems: TrancheProblems[] = rows.map((row) => {
    if (isBlankTranche(row)) return {};
    const [time, amount] = [timeFault(row.time), positiveFault(row.amount, unit)];
    return { ...(time !== undefined && { time }), ...(amount !== undefined && { amount }) };
  });
  const sound = rows.flatMap(({ time, amount }, place) => {
    const [read, base] = [readTime(time), typedBase(amount, unit.decimals)];
    return read.ok && base !== undefined && base > 0n ? [{ place, at: BigInt(read.seconds), amount: base }] : [];
  });
  const found = findTranchesProblem(sound, leastPaidOf(isBch ? 'BCH' : 'FUNGIBLE_TOKEN'));
  if (found !== undefined && sound.length > 0 && sound.length <= MAX_TRANCHES) {
    const place = sound[Math.max(found.tranche - 1, 0)]?.place ?? 0;
    const [field, text] = listFault(found.code);
    problems[place] = { ...problems[place], [field]: text };
  }
  return { tranches: sound, total: sound.reduce((sum, { amount }) => sum + amount, 0n), problems };
};

/** Says what is wrong with a list as a whole; undefined where it can be funded. */
export const tranchesFault = (rows: readonly TrancheDraft[], { problems }: ReadTranches): string | undefined => {
  const typed = rows.filter((row) => !isBlankTranche(row)).length;
  if (typed === 0) return t('Enter at least one date with its amount');
  if (typed > MAX_TRANCHES) return t('At most {most} dates: {typed} are entered', { most: MAX_TRANCHES, typed });
  return problems.some((row) => Object.keys(row).length > 0) ? t('Correct the marked rows') : undefined;
};

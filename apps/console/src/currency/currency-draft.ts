import { type CurrencyTerms, isWeirError } from '@weir/client';
import { BCH_DECIMALS, MAX_CURRENCY_PAYEES, MAX_NAME_LENGTH, MAX_PRICE } from '@weir/kinds';
import { defaultOpening, defaultPriceBounds, MIN_PAYMENT, type PriceBounds, satoshisAt } from '@weir/payments';
import { problemOf, fieldOf } from '../failures/failure-text.js';
import { plainText } from '../format/amount.js';
import { fromLocalInput, timeProblem, toLocalInput } from '../format/time.js';
import { type AmountUnit, positiveFault, typedBase } from '../format/typed-amount.js';
import { addressProblem } from '../forms/address-problem.js';
import { lengthProblem } from '../forms/length-problem.js';
import { shownProblems } from '../forms/problems.js';
import { t } from '../language/text.js';
import { type CalendarChoice, countPaydays, periodsOf } from '../payments/calendar-choice.js';
import type { Interval } from '../payments/intervals.js';
import { EMPTY_ROW, isBlank, type RowDraft } from '../table/row-draft.js';
import { aboutBch, currencyText } from './currency-text.js';

/** For how many paydays the funding pays in at first. */
export const PAID_IN = ['1', '3', '6', '12', '24'] as const;

/** The draft of a form: what all payees share, and a row for each of them. */
export interface CurrencyDraft {
  /** The label of a row is the name of its payee, which everybody can read. */
  readonly rows: readonly RowDraft[];
  /** Public key of the oracle; empty for the first one. */
  readonly oracle: string;
  /** How long periods are, or on which days of the month they fall due. */
  readonly interval: Interval | CalendarChoice;
  readonly start: string;
  /** Empty for none. */
  readonly end: string;
  /** Empty for a quarter of today's price. */
  readonly lowest: string;
  /** Empty for four times today's price. */
  readonly highest: string;
  readonly paidIn: (typeof PAID_IN)[number];
  readonly pausable: 'yes' | 'no';
}

/** Creates a draft: on the same day of each month, from the chain's present time on, without an end. @param now Unix seconds */
export const newCurrencyDraft = (now: number): CurrencyDraft => ({
  rows: [EMPTY_ROW, EMPTY_ROW],
  oracle: '',
  interval: 'SAME_DAY',
  start: toLocalInput(now),
  end: '',
  lowest: '',
  highest: '',
  paidIn: '12',
  pausable: 'yes',
});

/** An oracle that a payment can name, with its latest price. */
export interface PricedOracle {
  readonly currency: string;
  readonly decimals: number;
  readonly public_key: string;
  /** In its smallest units for one BCH. */
  readonly price_base: bigint;
  /** When it signed that, Unix seconds. */
  readonly time: number;
}

type RowProblems = Readonly<Partial<Record<keyof RowDraft, string>>>;
/** `list`: of the payees as a whole. */
type Head = Exclude<keyof CurrencyDraft, 'rows'> | 'list';

export interface CurrencyProblems {
  readonly head: Readonly<Partial<Record<Head, string>>>;
  /** Problems by row, in order. */
  readonly rows: readonly RowProblems[];
}

/** Returns what the amounts of a form count. */
export const unitOfOracle = ({ currency, decimals }: Pick<PricedOracle, 'currency' | 'decimals'>): AmountUnit => ({
  decimals,
  unit: currency,
});

/** Returns the bounds of a draft as far as they are typed and can be bounds, and those of today's price for the others. */
export const boundsOf = (
  { lowest, highest }: Pick<CurrencyDraft, 'lowest' | 'highest'>,
  oracle: PricedOracle,
): PriceBounds => {
  const usual = defaultPriceBounds(oracle.price_base);
  const read = (text: string, otherwise: bigint): bigint => {
    const typed = text.trim() === '' ? undefined : typedBase(text, oracle.decimals);
    return typed === undefined || typed === 0n ? otherwise : typed;
  };
  return { lowest: read(lowest, usual.lowest), highest: read(highest, usual.highest) };
};

const boundProblems = (
  { lowest, highest }: Pick<CurrencyDraft, 'lowest' | 'highest'>,
  oracle: PricedOracle,
): Pick<CurrencyProblems['head'], 'lowest' | 'highest'> => {
  const unit = unitOfOracle(oracle);
  const today = currencyText(oracle.price_base, oracle);
  const fault = (text: string, isWrong: (price: bigint) => string | undefined): string | undefined => {
    if (text.trim() === '') return undefined;
    const price = typedBase(text, oracle.decimals);
    return positiveFault(text, unit) ?? (price === undefined ? undefined : isWrong(price));
  };
  const low = fault(lowest, (price) =>
    price > oracle.price_base ? t('It must not be above today’s price of {price}', { price: today }) : undefined,
  );
  const high = fault(highest, (price) => {
    if (price > MAX_PRICE) return t('At most {price}', { price: currencyText(MAX_PRICE, oracle) });
    return price < oracle.price_base ? t('It must not be below today’s price of {price}', { price: today }) : undefined;
  });
  return { ...(low !== undefined && { lowest: low }), ...(high !== undefined && { highest: high }) };
};

const amountProblem = (text: string, oracle: PricedOracle, bounds: PriceBounds): string | undefined => {
  const fault = positiveFault(text, unitOfOracle(oracle));
  const amount = typedBase(text, oracle.decimals);
  if (fault !== undefined || amount === undefined) return fault;
  return satoshisAt({ amount, ...bounds }, bounds.highest) < MIN_PAYMENT
    ? t('At the highest price that counts it comes to less than {least}', { least: aboutBch(MIN_PAYMENT) })
    : undefined;
};

const rowProblems = (
  row: RowDraft,
  oracle: PricedOracle,
  bounds: PriceBounds,
  prefix: string | undefined,
): RowProblems => {
  if (isBlank(row)) return {};
  const problems = [
    ['recipient', addressProblem(row.recipient, prefix, t('Enter the recipient'))],
    ['amount', amountProblem(row.amount, oracle, bounds)],
    ['label', lengthProblem(row.label, MAX_NAME_LENGTH)],
  ] as const;
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
};

/** Returns the problems that the form shows: see {@link shownProblems}. */
export const shownCurrencyProblems = (
  { head, rows }: CurrencyProblems,
  draft: CurrencyDraft,
  isSubmitted: boolean,
): CurrencyProblems => ({
  head: shownProblems(head, draft, isSubmitted),
  rows: rows.map((row, index) => shownProblems(row, draft.rows[index] ?? {}, isSubmitted)),
});

/** The fields of the form by their names in requests. */
const FIELDS: Readonly<Record<string, Head>> = {
  interval: 'interval',
  calendar: 'interval',
  startDate: 'start',
  endDate: 'end',
  'priceBounds.lowest': 'lowest',
  'priceBounds.highest': 'highest',
  priceBounds: 'highest',
  oracle: 'oracle',
  currency: 'oracle',
  openingAmount: 'paidIn',
};

/** The fields of a payee by their names in requests. */
const PAYEE_FIELDS: Readonly<Record<string, keyof RowDraft>> = {
  recipient: 'recipient',
  amountPerPeriod: 'amount',
  recipientName: 'label',
};
/** Precedes the name of a field of each payee but the first one. */
const OTHER = /^others\.(\d+)\./u;

/** Returns what the service says of the form's fields; nothing where an error is about something else, or about one of several fundings. */
export const currencyErrors = (error: unknown, rows: readonly RowDraft[]): CurrencyProblems => {
  const none = rows.map(() => ({}));
  const name = isWeirError(error) ? fieldOf(error) : undefined;
  if (!isWeirError(error) || name === undefined) return { head: {}, rows: none };
  const said = problemOf(error.code, error.message);
  const own = name.replace(OTHER, '');
  const field = FIELDS[own];
  if (field !== undefined) return { head: { [field]: said }, rows: none };
  const place = PAYEE_FIELDS[own];
  const written = rows.filter((row) => !isBlank(row));
  if (place === undefined || written.length > MAX_CURRENCY_PAYEES) return { head: {}, rows: none };
  const other = OTHER.exec(name)?.[1];
  const payee = written[other === undefined ? 0 : Number(other) + 1];
  return { head: {}, rows: rows.map((row) => (row === payee ? { [place]: said } : {})) };
};

/** What each payee has of their own, with what is paid in for them. */
type NamedPayee = Pick<CurrencyTerms, 'recipient' | 'recipientName'> & {
  readonly amountPerPeriod: string;
  readonly openingAmount: string;
};

/**
 * Terms of the payments of one funding, with all that a lie of the service could change named: the client compares each of them with
 * what is signed.
 */
export interface NamedTerms extends CurrencyTerms, NamedPayee {
  readonly oracle: string;
  readonly decimals: number;
  readonly amountPerPeriod: string;
  readonly openingAmount: string;
  readonly startDate: number;
  readonly priceBounds: { readonly lowest: string; readonly highest: string };
  readonly pausable: boolean;
  readonly others?: readonly NamedPayee[];
}

/** Returns how many payees there are in the fundings of terms. */
export const payeesOf = (terms: readonly Pick<NamedTerms, 'others'>[]): number =>
  terms.reduce((sum, { others = [] }) => sum + 1 + others.length, 0);

/** What a form asks for. */
export interface CurrencyRequest {
  /** One for each funding, which pays as many payees as one can, in their order. */
  readonly terms: readonly [NamedTerms, ...NamedTerms[]];
  readonly bounds: PriceBounds;
  /** What all fundings pay in together, beside the reserves, satoshis. */
  readonly deposit: bigint;
}

/**
 * Validates a draft: returns the terms of each funding, or the problems. All bounds and amounts that depend on a price are worked
 * out from the oracle's latest here, so that what is signed is what the form shows.
 *
 * @param prefix of the network's addresses; undefined while it is not known
 */
export const readCurrencyDraft = (
  draft: CurrencyDraft,
  oracle: PricedOracle,
  prefix: string | undefined,
): CurrencyRequest | { readonly problems: CurrencyProblems } => {
  const { interval, pausable, paidIn } = draft;
  const startDate = fromLocalInput(draft.start);
  const endDate = draft.end === '' ? null : fromLocalInput(draft.end);
  const bounds = boundsOf(draft, oracle);
  const written = draft.rows.filter((row) => !isBlank(row));
  const rows = draft.rows.map((row) => rowProblems(row, oracle, bounds, prefix));
  const most = Number(paidIn);
  const paydays =
    startDate === undefined || typeof endDate !== 'number'
      ? most
      : countPaydays({ interval, start: startDate }, endDate, most);
  const head: CurrencyProblems['head'] = {
    ...(written.length === 0 && { list: t('Name at least one recipient') }),
    ...(startDate === undefined && { start: timeProblem(draft.start, t('Choose the first payday')) }),
    ...(endDate === undefined && { end: timeProblem(draft.end, '') }),
    ...(paydays === 0 && { end: t('It must not end before the first payday') }),
    ...boundProblems(draft, oracle),
  };
  const isWrong = Object.keys(head).length > 0 || rows.some((row) => Object.keys(row).length > 0);
  if (startDate === undefined || endDate === undefined || isWrong) return { problems: { head, rows } };
  const inUnits = (base: bigint): string => plainText(base, oracle.decimals);
  const paid = written.map((row) => {
    const amount = typedBase(row.amount, oracle.decimals) ?? 0n;
    return { row, amount, deposit: defaultOpening(paydays, satoshisAt({ amount, ...bounds }, oracle.price_base)) };
  });
  const payees = paid.map(({ row, amount, deposit }): NamedPayee => {
    const name = row.label.trim();
    return {
      recipient: row.recipient.trim(),
      ...(name !== '' && { recipientName: name }),
      amountPerPeriod: inUnits(amount),
      openingAmount: plainText(deposit, BCH_DECIMALS),
    };
  });
  const shared = {
    currency: oracle.currency,
    oracle: oracle.public_key,
    decimals: oracle.decimals,
    ...periodsOf({ interval, start: startDate }),
    startDate,
    ...(endDate !== null && { endDate }),
    priceBounds: { lowest: inUnits(bounds.lowest), highest: inUnits(bounds.highest) },
    pausable: pausable === 'yes',
  };
  const [first, ...rest] = payees.flatMap((payee, index): NamedTerms[] => {
    // Each funding begins with a payee of its own, and takes those who follow.
    if (index % MAX_CURRENCY_PAYEES !== 0) return [];
    const others = payees.slice(index + 1, index + MAX_CURRENCY_PAYEES);
    return [{ ...shared, ...payee, ...(others.length > 0 && { others }) }];
  });
  if (first === undefined) return { problems: { head: { list: t('Name at least one recipient') }, rows } };
  return { terms: [first, ...rest], bounds, deposit: paid.reduce((sum, { deposit }) => sum + deposit, 0n) };
};

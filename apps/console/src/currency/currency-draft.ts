import { type CurrencyTerms, isWeirError } from '@weir/client';
import { BCH_DECIMALS, INTERVALS, MAX_NAME_LENGTH, MAX_PERIODS, MAX_PRICE } from '@weir/kinds';
import { problemOf, fieldOf } from '../failures/failure-text.js';
import { plainText } from '../format/amount.js';
import { fromLocalInput, timeProblem, toLocalInput } from '../format/time.js';
import { type AmountUnit, positiveFault, typedBase } from '../format/typed-amount.js';
import { addressProblem } from '../forms/address-problem.js';
import { lengthProblem } from '../forms/length-problem.js';
import { shownProblems } from '../forms/problems.js';
import { t } from '../language/text.js';
import type { Interval } from '../payments/intervals.js';
import { EMPTY_ROW, isBlank, type RowDraft } from '../table/row-draft.js';
import { type Bounds, depositFor, LEAST_PAYMENT, satoshisAt, usualBounds } from './currency-quote.js';
import { aboutBch, currencyText } from './currency-text.js';

/** For how many paydays the funding pays in at first. */
export const PAID_IN = ['1', '3', '6', '12', '24'] as const;

/** The draft of a form: what all payees share, and a row for each of them. */
export interface CurrencyDraft {
  /** The label of a row is the name of its payee, which everybody can read. */
  readonly rows: readonly RowDraft[];
  /** Public key of the oracle; empty for the first one. */
  readonly oracle: string;
  readonly interval: Interval;
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

/** Creates a draft: monthly, from the chain's present time on, without an end. @param now Unix seconds */
export const newCurrencyDraft = (now: number): CurrencyDraft => ({
  rows: [EMPTY_ROW, EMPTY_ROW],
  oracle: '',
  interval: 'MONTHLY',
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
): Bounds => {
  const usual = usualBounds(oracle.price_base);
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

const amountProblem = (text: string, oracle: PricedOracle, bounds: Bounds): string | undefined => {
  const fault = positiveFault(text, unitOfOracle(oracle));
  const amount = typedBase(text, oracle.decimals);
  if (fault !== undefined || amount === undefined) return fault;
  return satoshisAt(amount, bounds.highest, bounds) < LEAST_PAYMENT
    ? t('At the highest price that counts it comes to less than {least}', { least: aboutBch(LEAST_PAYMENT) })
    : undefined;
};

const rowProblems = (row: RowDraft, oracle: PricedOracle, bounds: Bounds, prefix: string | undefined): RowProblems => {
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
  startDate: 'start',
  endDate: 'end',
  'priceBounds.lowest': 'lowest',
  'priceBounds.highest': 'highest',
  priceBounds: 'highest',
  oracle: 'oracle',
  currency: 'oracle',
  openingAmount: 'paidIn',
};

/** Returns what the service says of the form's fields; nothing where an error is about something else, or about one payee. */
export const currencyErrors = (error: unknown, rows: readonly RowDraft[]): CurrencyProblems => {
  const none = rows.map(() => ({}));
  const name = isWeirError(error) ? fieldOf(error) : undefined;
  if (!isWeirError(error) || name === undefined) return { head: {}, rows: none };
  const said = problemOf(error.code, error.message);
  const field = FIELDS[name];
  if (field !== undefined) return { head: { [field]: said }, rows: none };
  const place = name === 'amountPerPeriod' ? 'amount' : name === 'recipient' ? 'recipient' : undefined;
  // Only of a single payee is it certain which row is meant.
  const written = rows.filter((row) => !isBlank(row));
  if (place === undefined || written.length !== 1) return { head: {}, rows: none };
  return { head: {}, rows: rows.map((row) => (isBlank(row) ? {} : { [place]: said })) };
};

/** How many paydays there are until the end; as many as a contract counts where there is none. */
export const countPaydays = ({
  startDate,
  endDate,
  interval,
}: {
  readonly startDate: number;
  readonly endDate: number | null;
  readonly interval: Interval;
}): number =>
  endDate === null ? MAX_PERIODS : Math.min(MAX_PERIODS, Math.floor((endDate - startDate) / INTERVALS[interval]) + 1);

/** Terms of a payment with all that a lie of the service could change named: the client compares each of them with what is signed. */
export interface NamedTerms extends CurrencyTerms {
  readonly oracle: string;
  readonly decimals: number;
  readonly amountPerPeriod: string;
  readonly startDate: number;
  readonly priceBounds: { readonly lowest: string; readonly highest: string };
  readonly openingAmount: string;
  readonly pausable: boolean;
}

/** What a form asks for. */
export interface CurrencyRequest {
  /** One for each payee, in order. */
  readonly terms: readonly [NamedTerms, ...NamedTerms[]];
  readonly bounds: Bounds;
  /** What all fundings pay in together, beside the reserves, satoshis. */
  readonly deposit: bigint;
}

/**
 * Validates a draft: returns a payment's terms for each payee, or the problems. All bounds and amounts that depend on a price are worked
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
  const head: CurrencyProblems['head'] = {
    ...(written.length === 0 && { list: t('Name at least one recipient') }),
    ...(startDate === undefined && { start: timeProblem(draft.start, t('Choose the first payday')) }),
    ...(endDate === undefined && { end: timeProblem(draft.end, '') }),
    ...(startDate !== undefined &&
      typeof endDate === 'number' &&
      endDate < startDate && { end: t('It must not end before the first payday') }),
    ...boundProblems(draft, oracle),
  };
  const isWrong = Object.keys(head).length > 0 || rows.some((row) => Object.keys(row).length > 0);
  if (startDate === undefined || endDate === undefined || isWrong) return { problems: { head, rows } };
  const paydays = Math.min(Number(paidIn), countPaydays({ startDate, endDate, interval }));
  const inUnits = (base: bigint): string => plainText(base, oracle.decimals);
  const paid = written.map((row) => {
    const amount = typedBase(row.amount, oracle.decimals) ?? 0n;
    return { row, amount, deposit: depositFor(paydays, satoshisAt(amount, oracle.price_base, bounds)) };
  });
  const terms = paid.map(({ row, amount, deposit }): NamedTerms => {
    const name = row.label.trim();
    return {
      recipient: row.recipient.trim(),
      ...(name !== '' && { recipientName: name }),
      currency: oracle.currency,
      oracle: oracle.public_key,
      decimals: oracle.decimals,
      amountPerPeriod: inUnits(amount),
      interval,
      startDate,
      ...(endDate !== null && { endDate }),
      priceBounds: { lowest: inUnits(bounds.lowest), highest: inUnits(bounds.highest) },
      openingAmount: plainText(deposit, BCH_DECIMALS),
      pausable: pausable === 'yes',
    };
  });
  const [first, ...others] = terms;
  if (first === undefined) return { problems: { head: { list: t('Name at least one recipient') }, rows } };
  return { terms: [first, ...others], bounds, deposit: paid.reduce((sum, { deposit }) => sum + deposit, 0n) };
};

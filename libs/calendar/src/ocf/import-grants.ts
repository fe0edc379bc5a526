import { type Allocation, ALLOCATIONS, MAX_TOKEN_DECIMALS } from '@weir/kinds';
import { dateText } from '../calendar-date.js';
import { findLocalTimeProblem, type LocalTime } from '../local-time.js';
import { allocateSteps, inUnits } from './allocate-steps.js';
import { asStream, type DatedAmount, type ImportedStream, paymentsOf } from './as-stream.js';
import { decimalOf, type Fraction } from './fraction.js';
import type { Issuance, OcfPackage } from './read-package.js';
import { attempt, refuse, refuseBy } from './refusal.js';
import { type Sentence, sentence, shown } from './sentence.js';
import { DateBudget, dateOf, vestingPath } from './vesting-path.js';

/** How grants of a package become streams. */
export interface ImportOptions extends LocalTime {
  /** Decimals of the token: a share is one whole token. */
  readonly decimals: number;
  /** The smallest payment: 576 satoshis in BCH, 1 unit of a token. */
  readonly least: bigint;
  /** Allocations that the contract offers; all of them by default. BCH has CUMULATIVE_ROUND_DOWN alone. */
  readonly allocations?: readonly Allocation[];
  /** Addresses of stakeholders, by their id: see `matchPeople`. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Dates that are computed for a package at the most, 250,000 by default: grants behind them are refused. */
  readonly mostDates?: number | undefined;
}

/** A date of a grant, as the file has it and as the stream pays it. Both are the same, or the grant is refused. */
export interface ReviewedDate {
  /** Of the file: 2027-01-31. */
  readonly date: string;
  /** Of the file, base units. */
  readonly amount: bigint;
  /** When the stream pays, Unix seconds. */
  readonly paidAt: bigint;
  /** What the stream pays, base units. */
  readonly paid: bigint;
}

interface GrantNames {
  /** Id of the issuance. */
  readonly grant: string;
  /** What the issuer calls the grant. */
  readonly label: string;
  readonly stakeholder: string;
  /** Name of the stakeholder; undefined where the package has no such stakeholder. */
  readonly name: string | undefined;
}

/** A grant that can be funded, for review. */
export interface ReviewedGrant extends GrantNames {
  readonly status: 'ready';
  readonly address: string;
  /** Base units. */
  readonly total: bigint;
  readonly stream: ImportedStream;
  readonly dates: readonly ReviewedDate[];
  /** What somebody should compare with the cap table. */
  readonly notes: readonly Sentence[];
}

/** A grant that cannot be funded, and the sentence why. */
export interface RefusedGrant extends GrantNames {
  readonly status: 'refused';
  readonly problem: Sentence;
}

export type ImportedGrant = ReviewedGrant | RefusedGrant;

/** Transactions of a security that change nothing of what vests, and when. */
const HARMLESS = /^TX_[A-Z_]+_(?:ACCEPTANCE|REPRICING)$/u;
/** Transactions by which a part has left the grant. */
const PARTLY_PAID = /_(EXERCISE|RELEASE)$/u;

const assertUntouched = (grant: Issuance, { others, vesting }: OcfPackage): void => {
  for (const { object_type: type, date } of others.get(grant.security_id) ?? []) {
    if (HARMLESS.test(type)) continue;
    const [, paid] = PARTLY_PAID.exec(type) ?? [];
    if (paid !== undefined)
      refuse(
        'The grant has {type} on {date}, so a part of it is paid. Enter the remaining dates and amounts as a list.',
        { type: shown(type), date },
      );
    refuse('The grant has {type} on {date}. Import the grant that replaces it.', { type: shown(type), date });
  }
  for (const { object_type: type, date } of vesting.get(grant.security_id) ?? [])
    if (type === 'TX_VESTING_ACCELERATION')
      refuse(
        'The grant is accelerated on {date}. The format does not say which dates move. Enter the remaining dates and amounts as a list.',
        { date },
      );
};

/** A later split of its class changes what a quantity means. Where the class is not known, any split may. */
const assertNotSplit = (grant: Issuance, { splits, planClasses }: OcfPackage): void => {
  const own = 'stock_class_id' in grant ? grant.stock_class_id : undefined;
  const plan = 'stock_plan_id' in grant ? grant.stock_plan_id : undefined;
  const classes = own === undefined ? planClasses.get(plan ?? '') : [own];
  for (const { date, stock_class_id: split } of splits)
    if (date >= grant.date && (classes === undefined || split === undefined || classes.includes(split)))
      refuseBy(
        split === undefined
          ? sentence(
              'A stock class is split on {date}, after the grant of {granted}. Export the package with quantities after the split.',
              { date, granted: grant.date },
            )
          : sentence(
              'Stock class {id} is split on {date}, after the grant of {granted}. Export the package with quantities after the split.',
              { id: shown(split), date, granted: grant.date },
            ),
      );
};

/** Adds up what vests on the same date, and leaves out nothing. */
const merged = (dates: readonly DatedAmount[]): readonly DatedAmount[] => {
  const list: DatedAmount[] = [];
  for (const { date, amount } of dates) {
    const last = list.at(-1);
    if (amount === 0n) continue;
    if (last !== undefined && dateText(last.date) === dateText(date))
      list[list.length - 1] = { date, amount: last.amount + amount };
    else list.push({ date, amount });
  }
  return list;
};

interface FileDates {
  readonly dates: readonly DatedAmount[];
  readonly allocation: Allocation | undefined;
  readonly notes: readonly Sentence[];
}

/** The list of exact dates and amounts that an issuance may have. */
const fromList = (grant: Issuance, total: bigint, decimals: number, budget: DateBudget): FileDates => {
  budget.spend(grant.vestings?.length ?? 0);
  const dates = (grant.vestings ?? []).map(({ date, amount }) => ({
    date: dateOf(date, sentence('A vesting of the grant')),
    amount: inUnits(
      decimalOf(amount),
      decimals,
      sentence('The vesting of {amount} on {date}', { amount: shown(amount), date }),
    ),
  }));
  for (const [place, { date }] of dates.entries()) {
    const before = dates[place - 1];
    if (before !== undefined && dateText(before.date) > dateText(date))
      refuse('The grant vests on {date} after {before}. Dates must ascend.', {
        date: dateText(date),
        before: dateText(before.date),
      });
  }
  const sum = dates.reduce((all, { amount }) => all + amount, 0n);
  if (sum !== total) refuse('The vestings add up to {sum} base units, and the grant is {total}.', { sum, total });
  const notes =
    grant.vesting_terms_id === undefined
      ? []
      : [
          sentence('The exact vestings are imported, and the vesting terms {id} are not, as the format allows.', {
            id: shown(grant.vesting_terms_id),
          }),
        ];
  return { dates, allocation: undefined, notes };
};

const fromTerms = (
  grant: Issuance,
  quantity: Fraction,
  decimals: number,
  found: OcfPackage,
  budget: DateBudget,
): FileDates => {
  const id = grant.vesting_terms_id;
  if (id === undefined) return refuse('The grant is fully vested when it is issued. Pay it directly.');
  const terms = found.terms.get(id) ?? refuse('Vesting terms {id} are not in the package.', { id: shown(id) });
  const { steps, notes: pathNotes } = vestingPath(terms, quantity, found.vesting.get(grant.security_id) ?? [], budget);
  const notes = [...pathNotes];
  const amounts = allocateSteps(steps, quantity, terms.allocation_type, decimals, notes);
  const allocation = ALLOCATIONS.find((each) => each === terms.allocation_type);
  return { dates: steps.map(({ date }, place) => ({ date, amount: amounts[place] ?? 0n })), allocation, notes };
};

/** Puts each date of the file beside the payment of the stream. A difference is a defect of this library, never imported. */
const review = (dates: readonly DatedAmount[], stream: ImportedStream): readonly ReviewedDate[] => {
  const payments = paymentsOf(stream);
  return dates.map(({ date, amount }, place) => {
    const payment = payments[place];
    if (payment === undefined || payment.amount !== amount || payments.length !== dates.length)
      throw new Error(`The stream of kind ${stream.kind} differs from the file on ${dateText(date)}`);
    return { date: dateText(date), amount, paidAt: payment.at, paid: payment.amount };
  });
};

const importGrant = (grant: Issuance, found: OcfPackage, options: ImportOptions, budget: DateBudget) => {
  const { decimals, allocations = ALLOCATIONS } = options;
  assertUntouched(grant, found);
  assertNotSplit(grant, found);
  dateOf(grant.date, sentence('The grant'));
  if (grant.quantity === undefined) return refuse('The grant has no quantity.');
  const quantity = decimalOf(grant.quantity);
  if (quantity.numerator === 0n) refuse('The grant has the quantity {quantity}.', { quantity: shown(grant.quantity) });
  const total = inUnits(quantity, decimals, sentence('The quantity {quantity}', { quantity: shown(grant.quantity) }));
  const {
    dates: all,
    allocation,
    notes,
  } = grant.vestings === undefined
    ? fromTerms(grant, quantity, decimals, found, budget)
    : fromList(grant, total, decimals, budget);
  const dates = merged(all);
  const address =
    options.addresses.get(grant.stakeholder_id) ??
    refuse('Stakeholder {id} has no address. Add it to the contacts or to the list of addresses.', {
      id: shown(grant.stakeholder_id),
    });
  const stream = asStream(dates, allocation, { ...options, allocations });
  return { address, total, stream, dates: review(dates, stream), notes };
};

/** Returns the securities that several issuances name. */
const sharedSecurities = (issuances: readonly Issuance[]): ReadonlySet<string> => {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const { security_id: id } of issuances) (seen.has(id) ? shared : seen).add(id);
  return shared;
};

/**
 * Makes a stream of each grant of a package, or says why not, one by one as they are asked for. A stream is only returned if it pays each
 * amount of the file on its date. It never throws because of what the package holds.
 *
 * @returns the grants in the order of the package
 * @throws RangeError for options that no contract has: decimals, or a local time out of range
 */
export function* eachGrant(found: OcfPackage, options: ImportOptions): Generator<ImportedGrant, void, void> {
  const { decimals, mostDates } = options;
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_TOKEN_DECIMALS)
    throw new RangeError(`decimals: expected 0 to ${MAX_TOKEN_DECIMALS}, received ${decimals}`);
  const problem = findLocalTimeProblem(options);
  if (problem !== undefined) throw new RangeError(`The local time of the import is refused: ${problem}`);
  const shared = sharedSecurities(found.issuances);
  const budget = new DateBudget(mostDates);
  for (const grant of found.issuances) {
    const names = {
      grant: grant.id,
      label: grant.custom_id,
      stakeholder: grant.stakeholder_id,
      name: found.stakeholders.get(grant.stakeholder_id)?.name,
    };
    const result = attempt(() =>
      shared.has(grant.security_id)
        ? refuse('Security {id} is issued more than once. Each grant needs a security_id of its own.', {
            id: shown(grant.security_id),
          })
        : importGrant(grant, found, options, budget),
    );
    yield result.ok
      ? { ...names, status: 'ready', ...result.value }
      : { ...names, status: 'refused', problem: result.problem };
  }
}

/**
 * Makes a stream of each grant of a package, or says why not: all that {@link eachGrant} gives.
 *
 * @throws RangeError as it does
 *
 * @example
 * const read = readOcfPackage([{ name: 'acme.ocf.zip', bytes }]);
 * if (read.ok) importGrants(read.value, { decimals: 0, least: 1n, time: 0n, utcOffset: 0n, addresses });
 */
export const importGrants = (found: OcfPackage, options: ImportOptions): readonly ImportedGrant[] => [
  ...eachGrant(found, options),
];

import {
  campaignDefaults,
  currencyDefaults,
  DEFAULT_DURATION,
  grantDefaults,
  lockDefaults,
  type Moment,
  paymentDefaults,
  planDefaults,
  planSchedule,
  streamDefaults,
  trancheDefaults,
} from '@weir/kinds';
import type { Connection } from '../connection/connection.js';
import type { WithAmounts } from '../shared/amounts.js';
import { WeirError } from '../shared/error.js';
import type { CampaignTerms } from '../types/airdrops.types.js';
import type { CurrencyTerms } from '../types/currency.types.js';
import type { LockTerms } from '../types/locks.types.js';
import type { PlanTerms } from '../types/plans.types.js';
import type { RecordSchemas } from '../types/records.types.js';

/** The arguments of `create` and `propose`. */
interface TermsOf {
  readonly streams: WithAmounts<RecordSchemas['streams']['terms']>;
  readonly payments: WithAmounts<RecordSchemas['payments']['terms']>;
  readonly locks: LockTerms;
  readonly plans: PlanTerms;
  readonly airdrops: CampaignTerms;
  readonly currency: CurrencyTerms;
}

const isOpen = (value: unknown): boolean => value === undefined || value === null;

/**
 * Returns the terms of a plan with their defaults. Its end stays open where the service alone reads the rows, or where a shape
 * says when they end: rows with a start of their own then last as long as others.
 */
const explicitPlan = (terms: PlanTerms, moment: Moment) => {
  const head = planDefaults(terms, moment);
  const { streams, product, shape } = terms;
  const schedule = planSchedule(terms);
  if (schedule === 'TRANCHES') return { ...head, schedule, start: undefined };
  if (schedule === 'INSTALLMENTS') {
    const { cliffInstallment, allocation } = grantDefaults(terms, moment);
    return { ...head, schedule, cliffInstallment, allocation };
  }
  const isShaped = !isOpen(shape) || streams?.some((row) => !isOpen(row.shape)) === true;
  if (product === 'recurring' || isOpen(streams) || isShaped || !isOpen(terms.end)) return head;
  return {
    ...head,
    streams: streams?.map((row) => ({ ...row, end: row.end ?? (row.start ?? head.start) + DEFAULT_DURATION })),
  };
};

/** Returns the terms of a stream with their defaults: by seconds, by installments, or on dates of its own. */
const explicitStream = (terms: TermsOf['streams'], moment: Moment) => {
  if (!isOpen(terms.calendar)) return grantDefaults(terms, moment);
  return isOpen(terms.tranches) ? streamDefaults(terms, moment) : trancheDefaults(terms, moment);
};

const DEFAULTS: { readonly [Product in keyof TermsOf]: (terms: TermsOf[Product], moment: Moment) => object } = {
  streams: explicitStream,
  payments: paymentDefaults,
  locks: lockDefaults,
  plans: explicitPlan,
  airdrops: campaignDefaults,
  currency: currencyDefaults,
};

const DAY = 86_400;

/** Fields of requests that say when something starts. */
const STARTS = ['startTime', 'startDate', 'start', 'unlockTime'] as const;

/**
 * Returns the moment of a request: by this machine's clock, or by the chain's where blocks are mined on demand.
 *
 * @throws WeirError INVALID_TIME where terms without a start are asked for by a clock that is a day off
 */
const momentOf = async ({ api, ask }: Connection, terms: object): Promise<Moment> => {
  const { network, chain } = await ask((sent) => api.GET('/api/info', sent));
  const clock = Math.floor(Date.now() / 1_000);
  if (network === 'devnet' || network === 'regtest') return { network, now: chain?.time ?? clock };
  const startsNow = STARTS.every((field) => isOpen((terms as Readonly<Record<string, unknown>>)[field]));
  if (startsNow && chain !== null && Math.abs(clock - chain.time) > DAY)
    throw new WeirError(
      'INVALID_TIME',
      `The clock here (${clock}) and the newest block (${chain.time}) differ by more than a day. Set the clock, or name a start`,
    );
  return { network, now: clock };
};

/**
 * Fills in the terms that a caller leaves to their defaults, so that a request says all of them: what the service stores can then
 * be compared field by field, independently of its own defaults.
 *
 * @throws WeirError INVALID_TIME
 */
export const explicitTerms = async <Terms extends object>(
  connection: Connection,
  product: keyof TermsOf,
  terms: Terms,
): Promise<Terms> => {
  const defaultsOf = DEFAULTS[product] as (given: object, moment: Moment) => object;
  return { ...terms, ...defaultsOf(terms, await momentOf(connection, terms)) };
};

import { randomBytes } from 'node:crypto';
import { binToHex, hexToBin } from '@bitauth/libauth';
import type { CreateCurrencyPaymentInput } from '@weir/api-contract/words';
import {
  createCurrencyContract,
  type CurrencyPlanTerms,
  type CurrencyRhythm,
  DEFAULT_CURRENCY_FEES,
  DEFAULT_GRACE,
  draftedCurrency,
  encodeCurrencyAnnouncement,
  encodeCurrencyState,
  endlessPeriods,
  findCurrencyDraftProblem,
  findCurrencyTermsProblem,
  isLocalNetwork,
  leastTopUpOf,
} from '@weir/covenants';
import {
  type CurrencyPaymentRecord,
  type IdempotentResponse,
  type NewCurrencyPayment,
  type Oracle,
  responseAs,
  scriptHashOf,
  UNFUNDED_CURRENCY,
} from '@weir/infra';
import { currencyDefaults, FUNDED_PERIODS, INTERVALS } from '@weir/kinds';
import {
  defaultOpening,
  defaultPriceBounds,
  formatUnits,
  MAX_CURRENCY_PERIODS,
  type PriceBounds,
  satoshisAt,
} from '@weir/payments';
import {
  countPaydaysUntil,
  firstPaydayAt,
  intervalAndCalendar,
  noPeriods,
  parsePaydays,
} from '../payments/parse-calendar.js';
import { parseBchAmount, parseUnits } from '../shared/amounts.js';
import { parseNotice } from '../shared/parse-notice.js';
import { invalidTime, parseReachable } from '../shared/parse-time.js';
import { type Caller, parseStandardParty } from '../shared/parties.js';
import { admissionOf, type Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import { type FundingProposal, fundingProposal, newSender } from '../shared/vaults/new-sender.js';
import type { CurrencyContext } from './currency-context.js';
import { currentPrice, type LatestPrice, oracleFor } from './currency-prices.js';
import { toCurrencyView } from './currency-view.js';

/** When the periods of a payment fall due. */
interface AskedPeriods {
  readonly rhythm: CurrencyRhythm;
  /** Unix seconds. */
  readonly firstDue: bigint;
  readonly periods: number;
}

/**
 * Reads when periods fall due, and how many there are: up to the end, or as many as asked for; without either there is no end.
 *
 * @throws ServiceError INVALID_REQUEST where it names an interval and a calendar, or neither; INVALID_TIME
 */
const periodsOf = (
  { interval, calendar, periods, endDate }: CreateCurrencyPaymentInput,
  startDate: number,
  now: number,
): AskedPeriods => {
  if (periods !== undefined && endDate !== undefined)
    throw new ServiceError('INVALID_REQUEST', 'Name periods or endDate, not both', { field: 'periods' });
  if (interval !== undefined && calendar !== undefined) throw intervalAndCalendar();
  if (calendar !== undefined) {
    const paydays = parsePaydays(calendar, BigInt(now));
    const first = firstPaydayAt(paydays, startDate, 'startDate');
    const counted = endDate === undefined ? undefined : countPaydaysUntil(paydays, first, endDate, 'endDate');
    const { firstDue } = first;
    const all = counted === undefined ? endlessPeriods({ paydays }, firstDue) : Number(counted);
    return { rhythm: { paydays }, firstDue, periods: periods ?? all };
  }
  if (interval === undefined) throw noPeriods();
  const rhythm = { interval: BigInt(INTERVALS[interval]) };
  const firstDue = parseReachable(startDate, 'startDate');
  if (periods !== undefined || endDate === undefined)
    return { rhythm, firstDue, periods: periods ?? Number(MAX_CURRENCY_PERIODS) };
  const end = parseReachable(endDate, 'endDate');
  if (end < firstDue) throw invalidTime('endDate', 'must not be before startDate', endDate);
  const count = (end - firstDue) / rhythm.interval + 1n;
  return { rhythm, firstDue, periods: Number(count > MAX_CURRENCY_PERIODS ? MAX_CURRENCY_PERIODS : count) };
};

const unitOf = ({ currency, decimals }: Oracle) => ({ name: currency, decimals });

/** Reads the prices that count at least and at most: by default a quarter of today's, and four times as much. */
const boundsOf = ({ priceBounds }: CreateCurrencyPaymentInput, oracle: Oracle, { price }: LatestPrice): PriceBounds => {
  const usual = defaultPriceBounds(price);
  const read = (given: number | string | undefined, field: string, otherwise: bigint): bigint =>
    given === undefined ? otherwise : parseUnits(given, `priceBounds.${field}`, unitOf(oracle));
  return {
    lowest: read(priceBounds?.lowest, 'lowest', usual.lowest),
    highest: read(priceBounds?.highest, 'highest', usual.highest),
  };
};

/** Of what is not stored. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** What is wrong with terms, in words and the field that they are of. */
const PROBLEMS: Readonly<Record<string, readonly [field: string, why: string]>> = {
  AMOUNT_OUT_OF_RANGE: ['amountPerPeriod', 'is more than a contract can hold'],
  PERIODS_OUT_OF_RANGE: ['periods', `must be from 1 to ${MAX_CURRENCY_PERIODS}`],
  BOUNDS_OUT_OF_RANGE: ['priceBounds', 'must be in order, and at most 2,147,483,647 of the oracle’s smallest units'],
  LEAST_PAYMENT_TOO_SMALL: ['amountPerPeriod', 'comes to less than 0.00000576 BCH at the highest price that counts'],
  MOST_PAYMENT_TOO_LARGE: ['amountPerPeriod', 'comes to more than a contract can hold at the lowest price that counts'],
  TOO_LITTLE_MONEY: ['openingAmount', 'is less than the reserve for fees and the smallest payment'],
  LAST_AFTER_JANUARY_2100: [
    'periods',
    'puts the last payday after January 2100, from when on a contract counts a day wrong',
  ],
  FIRST_DATE_OUT_OF_RANGE: ['startDate', 'cannot be the time of a block'],
  PARTY_IS_OF_THE_PLAN: ['recipient', 'is an address of the contract itself'],
};

/** @param at the path of the payment's own fields in the request: empty, or such as `others.0.` */
const unsound = (problem: string, at = ''): ServiceError => {
  const [name, why] = PROBLEMS[problem] ?? ['', ''];
  const field = OWN_FIELDS.has(name) ? `${at}${name}` : name;
  const message = field === '' ? `The terms do not define a valid contract: ${problem}` : `${field} ${why}`;
  return new ServiceError('INVALID_REQUEST', message, { field, problem });
};

/** What each payment of a request names for itself. */
type OwnTerms = Pick<CreateCurrencyPaymentInput, 'recipient' | 'recipientName' | 'amountPerPeriod' | 'openingAmount'>;

const OWN_FIELDS: ReadonlySet<string> = new Set<keyof OwnTerms>([
  'recipient',
  'recipientName',
  'amountPerPeriod',
  'openingAmount',
]);

/** A payment of a request, with the path of its fields. */
interface AskedPayment {
  readonly at: string;
  readonly own: OwnTerms;
}

const askedOf = ({ others = [], ...own }: CreateCurrencyPaymentInput): readonly [AskedPayment, ...AskedPayment[]] => [
  { at: '', own },
  ...others.map((each, index) => ({ at: `others.${index}.`, own: each })),
];

/**
 * Reads a client's request for payments in a currency, with its defaults, and builds their contract. By default they begin now,
 * have no end, can be paused, have a notice of 288 blocks (6 on the devnet), count prices from a quarter of today's to four times as much,
 * and are funded for 12 periods at today's price and 3 tenths more.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, INVALID_ADDRESS, INVALID_REQUEST, CALLER_REQUIRED, FORBIDDEN, WRONG_STATE,
 * ORACLE_UNAVAILABLE
 */
const planCurrency = async (
  context: CurrencyContext,
  input: CreateCurrencyPaymentInput,
  caller: Caller | undefined,
) => {
  const { network } = context;
  const asked = askedOf(input).map(({ at, own }) => ({
    at,
    own,
    recipient: parseStandardParty(own.recipient, network, `${at}recipient`),
  }));
  const { sender, vaultId } = await newSender(context, input, caller);
  const oracle = oracleFor(context, input.currency, input.oracle);
  const latest = await currentPrice(context, oracle);
  const { startDate, pausable, cancelNoticeBlocks } = currencyDefaults(input, { now: context.now(), network });
  const { rhythm, firstDue, periods } = periodsOf(input, startDate, context.now());
  const bounds = boundsOf(input, oracle, latest);
  const priced = asked.map((each) => {
    const amount = parseUnits(each.own.amountPerPeriod, `${each.at}amountPerPeriod`, unitOf(oracle));
    return { ...each, amount, today: satoshisAt({ amount, ...bounds }, latest.price) };
  });
  const smallest = priced.reduce((least, { today }) => (today < least ? today : least), priced[0]?.today ?? 0n);
  const terms: CurrencyPlanTerms = {
    sender: sender.lockingBytecode,
    nonce: Uint8Array.from(randomBytes(16)),
    oracle: hexToBin(oracle.publicKey),
    currency: oracle.currency,
    decimals: oracle.decimals,
    ...rhythm,
    grace: DEFAULT_GRACE,
    noticeBlocks: parseNotice(cancelNoticeBlocks, network),
    pausable,
    ...bounds,
    ...DEFAULT_CURRENCY_FEES,
    least: leastTopUpOf(smallest),
  };
  const problem = findCurrencyTermsProblem(terms, isLocalNetwork(network));
  if (problem !== undefined) throw unsound(problem);
  const contract = createCurrencyContract(terms, network);
  const funded = Math.min(periods, FUNDED_PERIODS);
  const rows = priced.map(({ at, own, recipient, amount, today }, index): NewCurrencyPayment => {
    const opening =
      own.openingAmount === undefined
        ? defaultOpening(funded, today)
        : parseBchAmount(own.openingAmount, `${at}openingAmount`);
    const draft = {
      recipient: recipient.lockingBytecode,
      amount,
      periods,
      firstDue,
      satoshis: terms.reserve + opening,
    };
    const unfit = findCurrencyDraftProblem(contract, draft);
    if (unfit !== undefined) throw unsound(unfit, at);
    return {
      sender: sender.address,
      senderHash: sender.hashHex,
      recipient: recipient.address,
      recipientHash: recipient.hashHex,
      recipientName: own.recipientName ?? null,
      currency: oracle.currency,
      decimals: oracle.decimals,
      amountPerPeriod: amount,
      paymentInterval: input.interval ?? 'CALENDAR',
      firstDue: Number(firstDue),
      periods: periods === endlessPeriods(rhythm, firstDue) ? null : periods,
      cancelNoticeBlocks: terms.noticeBlocks,
      openingSatoshis: draft.satoshis,
      vaultId,
      announcement: binToHex(encodeCurrencyAnnouncement(terms)),
      contractAddress: contract.address,
      lockingBytecode: binToHex(contract.lockingBytecode),
      scriptHash: scriptHashOf(contract.lockingBytecode),
      initialCommitment: encodeCurrencyState(draftedCurrency(terms, draft, index + 1).state),
    };
  });
  return { rows, latest, oracle, hasScript: asked.some(({ recipient }) => recipient.isScript) };
};

/** What to know before money moves. */
const warningsOf = ({ hasScript, oracle }: Awaited<ReturnType<typeof planCurrency>>) => [
  {
    code: 'ONE_ORACLE' as const,
    message: `One oracle decides what ${oracle.currency} comes to. A period pays no less and no more than the bounds say`,
    details: { oracle: oracle.publicKey },
  },
  ...(hasScript
    ? [
        {
          code: 'RECIPIENT_IS_SCRIPT' as const,
          message:
            'The recipient is a script. Its address does not show who can spend from it: make sure that the right people can',
          details: {},
        },
      ]
    : []),
];

/** Splits the views of payments into the first one and those that its funding opens beside it. */
const firstOf = <View>([payment, ...others]: readonly View[]): {
  readonly payment: View;
  readonly others: readonly View[];
} => {
  if (payment === undefined) throw new Error('A request for payments in a currency names none');
  return { payment, others };
};

/**
 * Stores payments in a currency as PENDING and says how to fund them: one funding opens all of them.
 *
 * @throws ServiceError as {@link planCurrency}, QUOTA_EXCEEDED
 */
export const createCurrency = async (
  context: CurrencyContext,
  input: CreateCurrencyPaymentInput,
  caller: Caller | undefined,
  origin?: Origin,
  kept?: IdempotentResponse<{
    readonly payment: ReturnType<typeof toCurrencyView>;
    readonly others: readonly ReturnType<typeof toCurrencyView>[];
    readonly warnings: ReturnType<typeof warningsOf>;
    readonly proposal: FundingProposal | undefined;
  }>,
) => {
  const planned = await planCurrency(context, input, caller);
  const moment = { asOf: BigInt(context.now()), latest: planned.latest };
  const answerOf = (stored: readonly CurrencyPaymentRecord[]) => {
    const views = firstOf(stored.map((row) => toCurrencyView(row, moment, context.network, row.vaultId)));
    const { payment: first, others } = firstOf(stored);
    return {
      ...views,
      warnings: warningsOf(planned),
      proposal: fundingProposal(
        'currency',
        first,
        others.map(({ id }) => id),
      ),
    };
  };
  const { currencyPayments } = context;
  return answerOf(
    await currencyPayments.insert(planned.rows, admissionOf(origin, context), responseAs(kept, answerOf)),
  );
};

/**
 * Computes what terms come to, as a creation does. Stores nothing.
 *
 * @throws ServiceError as {@link planCurrency}
 */
export const previewCurrency = async (
  context: CurrencyContext,
  input: CreateCurrencyPaymentInput,
  caller: Caller | undefined,
) => {
  const planned = await planCurrency(context, input, caller);
  const { rows, latest } = planned;
  const now = context.now();
  const unstored = {
    id: NO_ID,
    paymentId: '',
    openedWith: NO_ID,
    ...UNFUNDED_CURRENCY,
    expiresAt: null,
    createdAt: now,
    updatedAt: now,
  } as const;
  const previews = rows.map((row) => {
    const moment = { asOf: BigInt(now), latest };
    const {
      id: _id,
      paymentId: _number,
      openedWith: _first,
      contractAddress: _address,
      nftCommitment: _state,
      ...payment
    } = toCurrencyView({ ...row, ...unstored }, moment, context.network, row.vaultId);
    return payment;
  });
  return { ...firstOf(previews), warnings: warningsOf(planned) };
};

/** Lists the oracles that new payments can name, with their latest prices. */
export const listOracles = async (context: CurrencyContext) => ({
  oracles: await Promise.all(
    context.oracles.map(async ({ currency, decimals, publicKey }) => {
      const newest = await context.archive.newest(publicKey);
      return {
        currency,
        decimals,
        publicKey,
        price: newest === undefined ? null : Number(formatUnits(newest.price, decimals)),
        priceBase: newest === undefined ? null : newest.price.toString(),
        priceDecimal: newest === undefined ? null : formatUnits(newest.price, decimals),
        time: newest === undefined ? null : Number(newest.time),
        message: newest === undefined ? null : binToHex(newest.bytes),
        signature: newest === undefined ? null : binToHex(newest.signature),
      };
    }),
  ),
});

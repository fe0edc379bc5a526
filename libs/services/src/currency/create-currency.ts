import { randomBytes } from 'node:crypto';
import { binToHex, hexToBin } from '@bitauth/libauth';
import type { CreateCurrencyPaymentInput } from '@weir/api-contract/words';
import {
  createCurrencyContract,
  type CurrencyPlanTerms,
  DEFAULT_CURRENCY_FEES,
  DEFAULT_GRACE,
  draftedCurrency,
  encodeCurrencyAnnouncement,
  encodeCurrencyState,
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
import { defaultPriceBounds, formatUnits, MAX_CURRENCY_PERIODS, type PriceBounds, satoshisAt } from '@weir/payments';
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

/** Share of a price that a funding adds by default, so that it lasts when BCH falls: 3 tenths. */
const CUSHION = { numerator: 13n, denominator: 10n } as const;

/** Reads the number of periods: up to the end, or as many as asked for; without either there is no end. */
const periodsOf = ({ periods, endDate }: CreateCurrencyPaymentInput, firstDue: bigint, interval: bigint): number => {
  if (periods !== undefined && endDate !== undefined)
    throw new ServiceError('INVALID_REQUEST', 'Name periods or endDate, not both', { field: 'periods' });
  if (periods !== undefined) return periods;
  if (endDate === undefined) return Number(MAX_CURRENCY_PERIODS);
  const end = parseReachable(endDate, 'endDate');
  if (end < firstDue) throw invalidTime('endDate', 'must not be before startDate', endDate);
  const count = (end - firstDue) / interval + 1n;
  return Number(count > MAX_CURRENCY_PERIODS ? MAX_CURRENCY_PERIODS : count);
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

/** What is wrong with terms, in words and the field that they are of. */
const PROBLEMS: Readonly<Record<string, readonly [field: string, why: string]>> = {
  AMOUNT_OUT_OF_RANGE: ['amountPerPeriod', 'is more than a contract can hold'],
  PERIODS_OUT_OF_RANGE: ['periods', `must be from 1 to ${MAX_CURRENCY_PERIODS}`],
  BOUNDS_OUT_OF_RANGE: ['priceBounds', 'must be in order, and at most 2,147,483,647 of the oracle’s smallest units'],
  LEAST_PAYMENT_TOO_SMALL: ['amountPerPeriod', 'comes to less than 0.00000576 BCH at the highest price that counts'],
  MOST_PAYMENT_TOO_LARGE: ['amountPerPeriod', 'comes to more than a contract can hold at the lowest price that counts'],
  TOO_LITTLE_MONEY: ['openingAmount', 'is less than the reserve for fees and the smallest payment'],
  FIRST_DATE_OUT_OF_RANGE: ['startDate', 'cannot be the time of a block'],
  PARTY_IS_OF_THE_PLAN: ['recipient', 'is an address of the contract itself'],
};

const unsound = (problem: string): ServiceError => {
  const [field, why] = PROBLEMS[problem] ?? ['', ''];
  const message = field === '' ? `The terms do not define a valid contract: ${problem}` : `${field} ${why}`;
  return new ServiceError('INVALID_REQUEST', message, { field, problem });
};

/**
 * Reads a client's request for a payment in a currency, with its defaults, and builds its contract. By default the payment begins now,
 * has no end, can be paused, has a notice of 288 blocks (6 on the devnet), counts prices from a quarter of today's to four times as much,
 * and is funded for 12 periods at today's price and 3 tenths more.
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
  const recipient = parseStandardParty(input.recipient, network, 'recipient');
  const { sender, vaultId } = await newSender(context, input, caller);
  const oracle = oracleFor(context, input.currency, input.oracle);
  const latest = await currentPrice(context, oracle);
  const amount = parseUnits(input.amountPerPeriod, 'amountPerPeriod', unitOf(oracle));
  const interval = BigInt(INTERVALS[input.interval]);
  const { startDate, pausable, cancelNoticeBlocks } = currencyDefaults(input, { now: context.now(), network });
  const firstDue = parseReachable(startDate, 'startDate');
  const periods = periodsOf(input, firstDue, interval);
  const bounds = boundsOf(input, oracle, latest);
  const today = satoshisAt({ amount, ...bounds }, latest.price);
  const terms: CurrencyPlanTerms = {
    sender: sender.lockingBytecode,
    nonce: Uint8Array.from(randomBytes(16)),
    oracle: hexToBin(oracle.publicKey),
    currency: oracle.currency,
    decimals: oracle.decimals,
    interval,
    grace: DEFAULT_GRACE,
    noticeBlocks: parseNotice(cancelNoticeBlocks, network),
    pausable,
    ...bounds,
    ...DEFAULT_CURRENCY_FEES,
    least: leastTopUpOf(today),
  };
  const problem = findCurrencyTermsProblem(terms, isLocalNetwork(network));
  if (problem !== undefined) throw unsound(problem);
  const contract = createCurrencyContract(terms, network);
  const funded = BigInt(Math.min(periods, FUNDED_PERIODS));
  const usual = (funded * today * CUSHION.numerator) / CUSHION.denominator;
  const opening = input.openingAmount === undefined ? usual : parseBchAmount(input.openingAmount, 'openingAmount');
  const draft = {
    recipient: recipient.lockingBytecode,
    amount,
    periods,
    firstDue,
    satoshis: terms.reserve + opening,
  };
  const unfit = findCurrencyDraftProblem(contract, draft);
  if (unfit !== undefined) throw unsound(unfit);
  const row: NewCurrencyPayment = {
    sender: sender.address,
    senderHash: sender.hashHex,
    recipient: recipient.address,
    recipientHash: recipient.hashHex,
    recipientName: input.recipientName ?? null,
    currency: oracle.currency,
    decimals: oracle.decimals,
    amountPerPeriod: amount,
    paymentInterval: input.interval,
    firstDue: Number(firstDue),
    periods,
    cancelNoticeBlocks: terms.noticeBlocks,
    openingSatoshis: draft.satoshis,
    vaultId,
    announcement: binToHex(encodeCurrencyAnnouncement(terms)),
    contractAddress: contract.address,
    lockingBytecode: binToHex(contract.lockingBytecode),
    scriptHash: scriptHashOf(contract.lockingBytecode),
    initialCommitment: encodeCurrencyState(draftedCurrency(draft, 1).state),
  };
  return { row, latest, oracle, today, recipient };
};

/** What to know before money moves. */
const warningsOf = ({ recipient, oracle }: Awaited<ReturnType<typeof planCurrency>>) => [
  {
    code: 'ONE_ORACLE' as const,
    message: `One oracle decides what ${oracle.currency} comes to. A period pays no less and no more than the bounds say`,
    details: { oracle: oracle.publicKey },
  },
  ...(recipient.isScript
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

/**
 * Stores a payment in a currency as PENDING and says how to fund it.
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
    readonly warnings: ReturnType<typeof warningsOf>;
    readonly proposal: FundingProposal | undefined;
  }>,
) => {
  const planned = await planCurrency(context, input, caller);
  const moment = { asOf: BigInt(context.now()), latest: planned.latest };
  const answerOf = (stored: CurrencyPaymentRecord) => ({
    payment: toCurrencyView(stored, moment, context.network, stored.vaultId),
    warnings: warningsOf(planned),
    proposal: fundingProposal('currency', stored),
  });
  const { currencyPayments } = context;
  return answerOf(await currencyPayments.insert(planned.row, admissionOf(origin, context), responseAs(kept, answerOf)));
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
  const { row, latest } = planned;
  const now = context.now();
  const unstored = {
    id: '00000000-0000-0000-0000-000000000000',
    paymentId: '',
    ...UNFUNDED_CURRENCY,
    expiresAt: null,
    createdAt: now,
    updatedAt: now,
  } as const;
  const {
    id: _id,
    paymentId: _number,
    contractAddress: _address,
    nftCommitment: _state,
    ...payment
  } = toCurrencyView({ ...row, ...unstored }, { asOf: BigInt(now), latest }, context.network, row.vaultId);
  return { payment, warnings: warningsOf(planned) };
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
      };
    }),
  ),
});

import { binToHex, hexToBin, type TransactionCommon } from '@bitauth/libauth';
import {
  createCurrencyContract,
  type CurrencyClockCoin,
  type CurrencyCoin,
  type CurrencyContract,
  type CurrencyPlanTerms,
  type CurrencyState,
  currencyStatus,
  type CurrencyTransition,
  decodeCurrencyAnnouncement,
  decodeCurrencyState,
  encodeCurrencyState,
  findCurrencyFunding,
  type FoundCurrencyPayment,
  isEndless,
  isLocalNetwork,
  type Network,
  readCurrencyTransition,
} from '@weir/covenants';
import type { StoredDetails, StoredPlan, StoredState } from '@weir/infra';
import type { ContractStatus } from '@weir/kinds';
import { paydayDetails } from './calendar.product.js';
import { problemsInWords } from './funding-problems.js';
import { onlyLane, toStoredLane } from './lanes.js';
import type {
  Announced,
  ContractStep,
  DeploymentsFound,
  Product,
  ProductContract,
  ProductTerms,
  StoredTerms,
} from './product.types.js';

const PRODUCT = 'CURRENCY_PAYMENT';
const FAMILY = 'currency';

/** @throws Error where the commitment is not that of a payment in a currency */
const stateOf = (terms: CurrencyPlanTerms, commitment: string): CurrencyState => {
  const state = decodeCurrencyState(commitment, terms);
  if (state === undefined)
    throw new Error(`Stored commitment does not decode as a payment in a currency: ${commitment}`);
  return state;
};

/**
 * Restores the coin of a payment from its stored state. While a notice runs, its units are in the clock.
 *
 * @throws Error where the commitment is not that of a payment in a currency
 */
export const toCurrencyCoin = ({ terms }: CurrencyContract, stored: StoredState): CurrencyCoin => {
  const { outpoint, satoshis, commitment, clock } = onlyLane(stored);
  const state = stateOf(terms, commitment);
  return {
    outpoint,
    category: stored.category,
    satoshis,
    state,
    units: clock === undefined ? BigInt(state.index) : 0n,
  };
};

const toStored = (
  { category, outpoint, satoshis, state }: CurrencyCoin,
  clock: Pick<CurrencyClockCoin, 'outpoint' | 'satoshis'> | undefined,
): StoredState => ({
  category,
  lanes: [toStoredLane({ outpoint, satoshis, commitment: encodeCurrencyState(state), clock })],
});

/** Returns the state after a step: a clock stays while the notice runs, also while payments go on. */
const stateAfter = (before: StoredState, { next, clock }: CurrencyTransition): StoredState | null => {
  if (next === undefined) return null;
  return toStored(next, clock ?? (next.units === 0n ? onlyLane(before).clock : undefined));
};

const statusAfter = ({ kind, next }: CurrencyTransition): ContractStatus => {
  if (next !== undefined) return currencyStatus(next.state);
  return kind === 'close' ? 'COMPLETED' : 'CANCELLED';
};

/** Returns what a step says: the price that it fixed, what it added, and the debt after it. */
const stepDetails = ({ kind, price, added, isFromTill, next }: CurrencyTransition): StoredDetails => ({
  ...(price !== undefined && {
    due: Number(price.due),
    price: price.message.price.toString(),
    priceTime: Number(price.message.time),
    messageNumber: Number(price.message.number),
    priceNumber: Number(price.message.priceNumber),
    periodSatoshis: price.satoshis.toString(),
  }),
  ...(kind === 'topUp' && { addedSatoshis: added.toString(), isFromTill }),
  owedSatoshis: (next?.state.debt ?? 0n).toString(),
});

/** Returns what a state says: what is left, and the debt. */
const stateDetails = (terms: CurrencyPlanTerms, commitment: string): StoredDetails => {
  const { left, open, next, debt } = stateOf(terms, commitment);
  return {
    owedSatoshis: debt.toString(),
    // A payment without an end counts its periods, too, and says nothing by it.
    periodsLeft: left,
    periodsOpen: open,
    nextDue: open === 0 ? null : Number(next),
  };
};

/** Returns what was announced, and what the funding gave this payment. */
const termsDetails = (terms: CurrencyPlanTerms, plan: StoredPlan): StoredDetails => {
  const { amount, left, next } = stateOf(terms, plan.commitment);
  return {
    currency: terms.currency,
    decimals: terms.decimals,
    oracle: binToHex(terms.oracle),
    amountPerPeriod: amount.toString(),
    lowestPrice: terms.lowest.toString(),
    highestPrice: terms.highest.toString(),
    periods: isEndless(terms, { left, next }) ? null : left,
    ...(terms.paydays === undefined
      ? { intervalSeconds: Number(terms.interval) }
      : { intervalSeconds: null, ...paydayDetails(terms.paydays) }),
    graceSeconds: Number(terms.grace),
    firstDue: Number(next),
    cancelNoticeBlocks: terms.noticeBlocks,
    pausable: terms.pausable,
    topUpAddress: plan.topUpAddress ?? null,
    leastTopUpSatoshis: terms.least.toString(),
    feeSatoshis: Number(terms.fee),
    boundSatoshis: Number(terms.bound),
    floorSatoshis: Number(terms.floor),
    reserveSatoshis: Number(terms.reserve),
    planCategory: plan.category,
    planIndex: plan.index,
    planNonce: binToHex(terms.nonce),
  };
};

/** Restores the terms of a payment from its row. @throws Error where the row is not one of a payment in a currency */
const termsOf = (terms: CurrencyPlanTerms, { plan, recipient, totalAmount }: StoredTerms): ProductTerms => {
  if (plan === null || recipient === null) throw new Error('Stored payment in a currency lacks data of its funding');
  return {
    product: PRODUCT,
    family: FAMILY,
    sender: terms.sender,
    get recipient() {
      return hexToBin(recipient);
    },
    tokenCategory: null,
    total: totalAmount,
    get details() {
      return termsDetails(terms, plan);
    },
    stateDetails: (commitment) => stateDetails(terms, commitment),
    // A debt is the recipient's: its price is fixed, and it is paid first.
    vestedAt: (_, { commitment, releasedAmount }) =>
      commitment === null ? releasedAmount : releasedAmount + stateOf(terms, commitment).debt,
    tokensBytecode: () => undefined,
    // It holds no token.
    lockOf: ({ releasedAmount }) => ({ unlockedAt: () => releasedAmount, until: null, isRevocable: true }),
  };
};

/** Wraps a payment as a contract that the indexer follows. */
const followedCurrency = (contract: CurrencyContract, stored: StoredTerms): ProductContract => ({
  terms: termsOf(contract.terms, stored),
  model: { kind: 'currency', contract },
  address: contract.address,
  lockingBytecode: contract.lockingBytecode,
  plan: stored.plan,
  readStep({ state, releasedAmount }, txid, transaction) {
    const read = readCurrencyTransition(contract, toCurrencyCoin(contract, state), txid, transaction);
    if (!read.ok) return undefined;
    const { transition } = read;
    const after = stateAfter(state, transition);
    return {
      kind: transition.kind,
      locktime: transaction.locktime,
      status: statusAfter(transition),
      releasedAmount: releasedAmount + transition.paidToRecipient,
      commitment: after?.lanes[0]?.commitment ?? null,
      state: after,
      paidToRecipient: transition.paidToRecipient,
      paidToSender: transition.returnedToSender,
      details: stepDetails(transition),
    };
  },
  noticeBlocks: contract.terms.noticeBlocks,
  // What is due depends on prices, and the indexer asks no oracle: a refund by it could come before a payment.
  findDuties: () => [],
});

const fundingStep = ({ coin }: FoundCurrencyPayment, locktime: number): ContractStep => ({
  kind: 'fund',
  locktime,
  status: 'ACTIVE',
  releasedAmount: 0n,
  commitment: encodeCurrencyState(coin.state),
  state: toStored(coin, undefined),
  paidToRecipient: 0n,
  paidToSender: 0n,
});

const findDeployments = (
  contract: CurrencyContract,
  announcement: string,
  txid: string,
  transaction: TransactionCommon,
): DeploymentsFound => {
  const found = findCurrencyFunding(contract.network, txid, transaction);
  if (!found.ok) return { ok: false, problems: problemsInWords(found.problems) };
  const deployments = found.plan.payments.map((payment) => {
    const { category, state, satoshis, outpoint } = payment.coin;
    const plan: StoredPlan = {
      category,
      index: state.index,
      group: 0,
      commitment: encodeCurrencyState(state),
      topUpAddress: contract.till(category, state.index).address,
    };
    const stored: StoredTerms = {
      announcement,
      plan,
      sender: binToHex(contract.terms.sender),
      recipient: binToHex(payment.recipient),
      tokenCategory: null,
      totalAmount: satoshis - contract.terms.reserve,
    };
    return {
      contract: followedCurrency(contract, stored),
      step: fundingStep(payment, transaction.locktime),
      vout: outpoint.vout,
    };
  });
  return { ok: true, deployments };
};

const open = (terms: CurrencyPlanTerms, announcement: string, network: Network): Announced => {
  const contract = createCurrencyContract(terms, network);
  return {
    product: PRODUCT,
    family: FAMILY,
    sender: terms.sender,
    recipient: null,
    address: contract.address,
    lockingBytecodes: [contract.lockingBytecode],
    findDeployments: (txid, transaction) => findDeployments(contract, announcement, txid, transaction),
    contractOf: (stored) => followedCurrency(contract, stored),
  };
};

/** Payments in a currency: one announcement opens many. Each has its own row, since each moves on its own after the funding. */
export const currencyProduct: Product = {
  readTerms(bytecode, stored) {
    // The shortest notice that the network permits was checked when the payment was found.
    const terms = decodeCurrencyAnnouncement(bytecode, true);
    return terms && termsOf(terms, stored);
  },
  open(bytecode, network) {
    const terms = decodeCurrencyAnnouncement(bytecode, isLocalNetwork(network));
    return terms && open(terms, binToHex(bytecode), network);
  },
};

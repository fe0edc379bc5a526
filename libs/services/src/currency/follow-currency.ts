import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  type CurrencyCoin,
  type CurrencyContract,
  currencyStatus,
  type CurrencyStepKind,
  type CurrencyTransition,
  encodeCurrencyState,
  findCurrencyFunding,
  readCurrencyTransition,
} from '@weir/covenants';
import {
  type ChainTransaction,
  type CurrencyPaymentRecord,
  type CurrencyScope,
  type CurrencyStepRecord,
  findTransaction,
  type NewTransition,
  type RecordSource,
  type TransitionRecord,
} from '@weir/infra';
import { checkRecorded, type RecordedCheck } from '../shared/follow/check-recorded.js';
import { type Change, type ChainRecord, follow, type Look, recordChanges } from '../shared/follow/follow.js';
import {
  blockOf,
  type Lineage,
  type ReadTransaction,
  readStep,
  type Step,
  stepsForward,
} from '../shared/follow/lineage.js';
import { isBlockNoted, noteBlock } from '../shared/follow/note-block.js';
import { ServiceError } from '../shared/service-error.js';
import type { FollowedCurrencyContext } from './currency-context.js';
import { noPayment } from './load-currency.js';
import { coinOf, contractOf, recipientOf, toStateRecord } from './stored-currency.js';

/** A transaction as far as a step is recorded from it; without a block where it is in the mempool. */
type SeenTransaction = ReadTransaction & Partial<Pick<ChainTransaction, 'height' | 'blockHash'>>;

/** A step with the transaction it was read from. */
export type CurrencyStep = Step<CurrencyTransition, SeenTransaction>;

/** A payment's row with its recorded steps. */
interface CurrencyRow {
  readonly payment: CurrencyPaymentRecord;
  readonly recorded: readonly TransitionRecord[];
}

/** What steps are called where they are stored. */
const KINDS: Readonly<Record<CurrencyStepKind, string>> = {
  pay: 'pay',
  payDebt: 'pay-debt',
  topUp: 'top-up',
  pause: 'pause',
  cancel: 'cancel',
  settle: 'settle',
  resume: 'resume',
  refund: 'refund',
  close: 'close',
};

/** How often a look starts over because it found something, or because somebody else moved the row. */
const ATTEMPTS = 8;

/** Returns how the steps of payments at a contract are read. */
export const lineageOf = (contract: CurrencyContract): Lineage<CurrencyCoin, CurrencyTransition> => ({
  lockingBytecode: () => contract.lockingBytecode,
  read(from, txid, transaction) {
    const read = readCurrencyTransition(contract, from, txid, transaction);
    return read.ok ? read.transition : undefined;
  },
});

const storedState = (coin: CurrencyCoin | undefined): NewTransition['state'] => {
  if (coin === undefined) return null;
  const { vout, commitment, satoshis } = toStateRecord(coin);
  return { vout, commitment, satoshis, tokenAmount: null };
};

/** Returns when the next period of a payment falls due, Unix seconds; null where none does. */
const nextDueOf = (coin: CurrencyCoin | undefined): number | null =>
  coin === undefined || coin.state.open === 0 ? null : Number(coin.state.next);

/** Returns a step as it is recorded. @param payment as it was before it */
export const stepRecord = (
  payment: Pick<CurrencyPaymentRecord, 'status' | 'paymentCount' | 'totalPaid' | 'totalReturned'>,
  { transition, transaction }: CurrencyStep,
  source: RecordSource,
): CurrencyStepRecord => {
  const { next, price, paidToRecipient, returnedToSender } = transition;
  const endsNotice = transition.kind === 'settle' || next === undefined;
  const clock = transition.clock && { ...transition.clock.outpoint, satoshis: transition.clock.satoshis };
  return {
    transition: {
      kind: KINDS[transition.kind],
      txHash: transition.txid,
      spent: transition.spent.outpoint,
      state: storedState(next),
      paidToRecipient,
      paidToSender: returnedToSender,
      locktime: transaction.transaction.locktime,
      block: blockOf(transaction),
      source,
    },
    changes: {
      state: next === undefined ? null : toStateRecord(next),
      nextDue: nextDueOf(next),
      paymentCount: payment.paymentCount + (price === undefined ? 0 : 1),
      totalPaid: payment.totalPaid + paidToRecipient,
      totalReturned: payment.totalReturned + returnedToSender,
      status: next === undefined ? payment.status : currencyStatus(next.state),
      ...(clock !== undefined && { clock }),
      ...(endsNotice && { clock: null }),
    },
    price: price && {
      due: Number(price.due),
      price: Number(price.message.price),
      priceTime: Number(price.message.time),
      priceNumber: Number(price.message.priceNumber),
      satoshis: price.satoshis,
      message: binToHex(price.signed.message.bytes),
      signature: binToHex(price.signed.message.signature),
      previousMessage: binToHex(price.signed.previous.bytes),
      previousSignature: binToHex(price.signed.previous.signature),
    },
  };
};

const recordStep = (scope: CurrencyScope, step: CurrencyStep, source: RecordSource): Promise<boolean> =>
  scope.advance(stepRecord(scope.payment, step, source));

/** Returns the coin that a transaction makes of a stored payment, or why it makes none, in words for the user. */
export const findFundingOf = (
  payment: CurrencyPaymentRecord,
  { txid, transaction }: Pick<ChainTransaction, 'txid' | 'transaction'>,
  network: FollowedCurrencyContext['network'],
): CurrencyCoin | readonly string[] => {
  const found = findCurrencyFunding(network, txid, transaction);
  if (!found.ok)
    return found.problems.map(({ problem, vout }) => {
      const words = problem.toLowerCase().replaceAll('_', ' ');
      return vout === undefined ? words : `output ${vout}: ${words}`;
    });
  const recipient = binToHex(recipientOf(payment));
  const own = found.plan.payments.find(
    ({ coin: { state }, recipient: payee }) =>
      binToHex(found.plan.contract.lockingBytecode) === payment.lockingBytecode &&
      encodeCurrencyState(state) === payment.initialCommitment &&
      binToHex(payee) === recipient,
  );
  return own?.coin ?? ['it opens other payments: other terms, amounts or recipients'];
};

/** How a funding was found, and when. */
interface FoundFunding {
  readonly source: RecordSource;
  readonly activatedAt: number;
}

/** Returns a funding as it is recorded: the payment is active from now on. */
export const fundingRecord = (
  coin: CurrencyCoin,
  transaction: ChainTransaction,
  { source, activatedAt }: FoundFunding,
): CurrencyStepRecord => ({
  transition: {
    kind: 'fund',
    txHash: transaction.txid,
    spent: null,
    state: storedState(coin),
    paidToRecipient: 0n,
    paidToSender: 0n,
    locktime: transaction.transaction.locktime,
    block: blockOf(transaction),
    source,
  },
  changes: {
    status: 'ACTIVE',
    state: toStateRecord(coin),
    nextDue: nextDueOf(coin),
    funding: { txHash: transaction.txid, vout: coin.outpoint.vout, category: coin.category, activatedAt },
  },
});

/** Records a funding. */
export const recordFunding = async (
  scope: CurrencyScope,
  coin: CurrencyCoin,
  transaction: ChainTransaction,
  found: FoundFunding,
): Promise<void> => {
  if (scope.payment.status !== 'PENDING') return;
  await scope.useTransactionHash(transaction.txid);
  await scope.advance(fundingRecord(coin, transaction, found));
};

/** Finds the funding that a payment had lost, where it has come back. */
const findLostFunding = async (
  { currencyPayments, chain, network, now }: FollowedCurrencyContext,
  payment: CurrencyPaymentRecord,
) => {
  if (payment.status !== 'PENDING') return undefined;
  for (const txHash of await currencyPayments.lostFundings(payment.id)) {
    const transaction = await findTransaction(chain, txHash);
    if (transaction === undefined) continue;
    const coin = findFundingOf(payment, transaction, network);
    if (!('outpoint' in coin)) throw new Error(`Transaction ${txHash} no longer funds ${payment.paymentId}`);
    return (scope: CurrencyScope) => recordFunding(scope, coin, transaction, { source: 'chain', activatedAt: now() });
  }
  return undefined;
};

const rollBack =
  ({ sequence, cause }: Extract<RecordedCheck, { lost: true }>): Change<CurrencyScope> =>
  (scope) =>
    scope.rollbackFrom(sequence, cause);

/** Looks at what the chain did to a payment. */
const look = async (
  context: FollowedCurrencyContext,
  { payment, recorded }: CurrencyRow,
): Promise<Look<CurrencyScope>> => {
  const restore = await findLostFunding(context, payment);
  if (restore !== undefined) return { changes: [restore], isComplete: false };
  const check = await checkRecorded(() => hexToBin(payment.lockingBytecode), recorded, context.chain);
  if (check.lost) return { changes: [rollBack(check)], isComplete: false };
  const { last } = check;
  const changes: Change<CurrencyScope>[] = [];
  if (!isBlockNoted(last, recorded)) changes.push((scope) => noteBlock(scope, last, recorded));
  const contract = contractOf(payment, context.network);
  const steps =
    payment.state === null
      ? []
      : await stepsForward(context.chain, lineageOf(contract), coinOf(contract, payment.state));
  changes.push(
    ...steps.map(
      (step): Change<CurrencyScope> =>
        (scope) =>
          recordStep(scope, step, 'chain'),
    ),
  );
  return { changes, isComplete: steps.length === 0 };
};

const currencyRecord = (
  context: FollowedCurrencyContext,
  id: string,
): ChainRecord<CurrencyRow, CurrencyScope, Look<CurrencyScope>> => {
  const { currencyPayments } = context;
  return {
    attempts: ATTEMPTS,
    async load() {
      const payment = await currencyPayments.findById(id);
      if (payment === undefined) throw noPayment(id);
      return { payment, recorded: await currencyPayments.transitionsOf(id) };
    },
    look: (row) => look(context, row),
    lock: (work) => currencyPayments.withPayment(id, work),
    isAsRead: async (scope, { payment, recorded }) =>
      scope.payment.state?.txid === payment.state?.txid &&
      scope.payment.state?.vout === payment.state?.vout &&
      (await scope.transitions()).length === recorded.length,
    rowIn: async (scope) => ({ payment: scope.payment, recorded: await scope.transitions() }),
    busy: () => new ServiceError('WRONG_STATE', 'The payment is changing; retry', { retryable: true }),
  };
};

/**
 * Brings a stored payment up to the chain: records what others did, and rolls back what a reorganisation removed, until a lost funding
 * is back.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const followCurrency = async (context: FollowedCurrencyContext, id: string): Promise<CurrencyPaymentRecord> =>
  (await follow(currencyRecord(context, id))).row.payment;

/**
 * Records a step that was read from a transaction which the network knows: servers may show it later.
 *
 * @returns the payment after it; undefined where somebody else moved the payment meanwhile
 */
export const recordKnownStep = async (
  context: FollowedCurrencyContext,
  payment: CurrencyPaymentRecord,
  transaction: SeenTransaction,
  source: RecordSource,
): Promise<CurrencyPaymentRecord | undefined> => {
  const { state } = payment;
  if (state === null) return undefined;
  const contract = contractOf(payment, context.network);
  const step = readStep(lineageOf(contract), coinOf(contract, state), transaction);
  if (step === undefined) return undefined;
  const row = { payment, recorded: await context.currencyPayments.transitionsOf(payment.id) };
  const record = currencyRecord(context, payment.id);
  return (await recordChanges(record, row, [(scope) => recordStep(scope, step, source)]))?.payment;
};

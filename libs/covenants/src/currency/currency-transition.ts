import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import { paydayStep, scriptPaydayTime } from '@weir/calendar';
import { MIN_PAYMENT, type PriceMessage } from '@weir/payments';
import type { SignedMessage } from '@weir/payments/oracle';
import { partyHash } from '../chain/party.js';
import { type CurrencyClockCoin, type CurrencyCoin, readCurrencyHolding } from './currency-coin.js';
import type { CurrencyContract, ReadCurrencyCall } from './currency-contract.js';
import { currencyDebtPayout, currencyPayout, resumedCurrency, settledCurrency } from './currency-payout.js';
import { type CurrencyState, encodeCurrencyState } from './currency-state.js';

/** What a transaction did to a payment in a currency. */
export type CurrencyStepKind =
  | 'pay'
  | 'payDebt'
  | 'topUp'
  | 'pause'
  | 'cancel'
  | 'settle'
  | 'resume'
  | 'refund'
  | 'close';

/** A price that a step fixed. */
export interface FixedPrice {
  /** The period's date, Unix seconds. */
  readonly due: bigint;
  /** The message, decoded: its time, its numbers, and the price that the oracle signed. */
  readonly message: PriceMessage;
  /** The two messages as they were signed. */
  readonly signed: { readonly message: SignedMessage; readonly previous: SignedMessage };
  /** What the period comes to, satoshis. */
  readonly satoshis: bigint;
}

/** One step of a payment, read from the transaction that spent its state. Satoshis unless stated otherwise. */
export interface CurrencyTransition {
  readonly kind: CurrencyStepKind;
  readonly txid: string;
  readonly spent: CurrencyCoin;
  /** The payment that it left; undefined where it ended the payment. */
  readonly next: CurrencyCoin | undefined;
  /** The clock that a cancel or pause started. */
  readonly clock: CurrencyClockCoin | undefined;
  /** Of a payment. */
  readonly price: FixedPrice | undefined;
  readonly paidToRecipient: bigint;
  /** What a top-up added. */
  readonly added: bigint;
  /** Whether a top-up came from the till. */
  readonly isFromTill: boolean;
  readonly returnedToSender: bigint;
  /** Unix seconds. */
  readonly locktime: bigint;
}

/** Why a transaction is not a step of a payment: see `PlanTransitionProblem`. */
export type CurrencyTransitionProblem = 'NOT_SPENT' | 'UNKNOWN_CALL' | 'UNEXPECTED_OUTPUTS';

/** The step that a transaction is, or why it is none. */
export type CurrencyTransitionResult =
  | { readonly ok: true; readonly transition: CurrencyTransition }
  | { readonly ok: false; readonly problem: CurrencyTransitionProblem };

interface Spend {
  readonly contract: CurrencyContract;
  readonly spent: CurrencyCoin;
  readonly txid: string;
  readonly transaction: TransactionCommon;
  readonly input: number;
}

type Step = Omit<CurrencyTransition, 'txid' | 'spent' | 'locktime'>;

const NOTHING = {
  next: undefined,
  clock: undefined,
  price: undefined,
  paidToRecipient: 0n,
  added: 0n,
  isFromTill: false,
  returnedToSender: 0n,
} as const;

/** Returns the payment at an output where it goes on in exactly one state, with so many units and at least so many satoshis. */
const successorAt = (
  { contract, spent, txid, transaction }: Spend,
  vout: number,
  state: CurrencyState,
  { units, least }: { readonly units: bigint; readonly least: bigint },
): CurrencyCoin | undefined => {
  const holding = readCurrencyHolding(contract, transaction.outputs[vout]);
  if (holding?.category !== spent.category || holding.units !== units || holding.satoshis < least) return undefined;
  if (encodeCurrencyState(holding.state) !== encodeCurrencyState(state)) return undefined;
  return { ...holding, outpoint: { txid, vout } };
};

/** Whether output 1 pays the recipient so much. */
const paysRecipient = ({ spent, transaction }: Spend, satoshis: bigint): boolean => {
  const output = transaction.outputs[1];
  if (output === undefined || output.token !== undefined || output.valueSatoshis !== satoshis) return false;
  return binsAreEqual(partyHash(output.lockingBytecode), spent.state.recipient);
};

const readPay = (spend: Spend, call: Extract<ReadCurrencyCall, { readonly name: 'pay' }>): Step | undefined => {
  const { contract, spent, input, transaction } = spend;
  const { fee, floor } = contract.terms;
  const payout = input === 0 ? currencyPayout(contract.terms, spent, call) : undefined;
  if (payout === undefined || BigInt(transaction.locktime) < payout.due) return undefined;
  const kept = spent.satoshis - payout.paid - fee;
  const least = kept > floor ? kept : floor;
  const next = successorAt(spend, 0, payout.state, { units: spent.units, least });
  if (next === undefined || (payout.paid > 0n && !paysRecipient(spend, payout.paid))) return undefined;
  const signed = { message: call.message, previous: call.previous };
  const price = { due: payout.due, message: payout.message, signed, satoshis: payout.fixed };
  return { ...NOTHING, kind: 'pay', next, price, paidToRecipient: payout.paid };
};

const readPayDebt = (spend: Spend): Step | undefined => {
  const { contract, spent, input } = spend;
  const payout = input === 0 ? currencyDebtPayout(contract.terms, spent) : undefined;
  if (payout === undefined || !paysRecipient(spend, payout.paid)) return undefined;
  const least = spent.satoshis - payout.paid - contract.terms.bound;
  const next = successorAt(spend, 0, payout.state, { units: spent.units, least });
  return next && { ...NOTHING, kind: 'payDebt', next, paidToRecipient: payout.paid };
};

const readTopUp = (spend: Spend): Step | undefined => {
  const { contract, spent, input, transaction } = spend;
  if (input !== 0 || spent.units === 0n) return undefined;
  const least = spent.satoshis + contract.terms.least;
  const next = successorAt(spend, 0, spent.state, { units: spent.units, least });
  if (next === undefined) return undefined;
  const till = contract.till(spent.category, spent.state.index).redeemScript;
  const beside = transaction.inputs[1]?.unlockingBytecode ?? new Uint8Array();
  const isFromTill = binsAreEqual(beside.slice(-till.length), till);
  return { ...NOTHING, kind: 'topUp', next, added: next.satoshis - spent.satoshis, isFromTill };
};

const readClock = ({ contract, spent, txid, transaction }: Spend, vout: number): CurrencyClockCoin | undefined => {
  const output = transaction.outputs[vout];
  if (output?.token === undefined || output.token.nft !== undefined) return undefined;
  if (!binsAreEqual(output.lockingBytecode, contract.clock.lockingBytecode)) return undefined;
  if (binToHex(output.token.category) !== spent.category || output.token.amount !== spent.units) return undefined;
  return { outpoint: { txid, vout }, satoshis: output.valueSatoshis, units: spent.units };
};

const readStop = (spend: Spend): Step | undefined => {
  const { spent, input } = spend;
  const [place, clock] = [3 * input - 2, readClock(spend, 3 * input - 1)];
  if (input === 0 || clock === undefined || spent.units === 0n) return undefined;
  for (const [kind, status] of [
    ['pause', 'PAUSING'],
    ['cancel', 'CANCELLED'],
  ] as const) {
    const next = successorAt(spend, place, { ...spent.state, status }, { units: 0n, least: spent.satoshis });
    if (next !== undefined) return { ...NOTHING, kind, next, clock };
  }
  return undefined;
};

/**
 * Returns the state that a resume leaves; undefined where the script refuses it. By the calendar the sender may skip fewer paydays than have
 * passed: the output says how many.
 */
const resumedAt = ({ contract, spent, transaction }: Spend, place: number): CurrencyState | undefined => {
  const { terms } = contract;
  const locktime = BigInt(transaction.locktime);
  const { state } = spent;
  if (terms.paydays === undefined) return resumedCurrency(terms, state, locktime);
  const next = readCurrencyHolding(contract, transaction.outputs[place])?.state;
  const [from, to] = [state.payday ?? 0n, next?.payday ?? -1n];
  const step = paydayStep(terms.paydays);
  if (next === undefined || to < from || (to - from) % step !== 0n) return undefined;
  const hasPassed = state.open === 0 && scriptPaydayTime(terms.paydays, to - step) <= locktime;
  return to === from || hasPassed ? { ...state, open: state.left, next: next.next, payday: to } : undefined;
};

const readResume = (spend: Spend): Step | undefined => {
  const { spent, input } = spend;
  if (input === 0) return undefined;
  const place = 3 * input - 2;
  const state = resumedAt(spend, place);
  const next = state && successorAt(spend, place, state, { units: spent.units, least: spent.satoshis });
  return next && { ...NOTHING, kind: 'resume', next };
};

const readSettle = (spend: Spend): Step | undefined => {
  const { spent, input } = spend;
  if (input !== 0 || spent.state.status !== 'PAUSING') return undefined;
  const units = BigInt(spent.state.index);
  const next = successorAt(spend, 0, settledCurrency(spent.state), { units, least: spent.satoshis });
  return next && { ...NOTHING, kind: 'settle', next };
};

const isSenders = ({ contract }: Spend, output: Output | undefined): output is Output =>
  output !== undefined && output.token === undefined && binsAreEqual(output.lockingBytecode, contract.terms.sender);

/** Reads an end. Anybody who sends it may add a coin of their own. @param least what returns at least */
const readEnd = (spend: Spend, kind: 'refund' | 'close', least: bigint): Step | undefined => {
  const [output] = spend.transaction.outputs;
  if (spend.input !== 0 || !isSenders(spend, output) || output.valueSatoshis < least) return undefined;
  return { ...NOTHING, kind, returnedToSender: output.valueSatoshis };
};

const readRefund = (spend: Spend): Step | undefined => {
  const { contract, spent } = spend;
  const isCancelled = spent.units === 0n && spent.state.status === 'CANCELLED';
  return isCancelled ? readEnd(spend, 'refund', spent.satoshis - contract.terms.bound) : undefined;
};

const readClose = (spend: Spend): Step | undefined => {
  const { contract, spent } = spend;
  const isOver = spent.units > 0n && spent.state.left === 0 && spent.state.debt < MIN_PAYMENT;
  return isOver ? readEnd(spend, 'close', spent.satoshis - contract.terms.bound) : undefined;
};

const readStep = (spend: Spend, call: ReadCurrencyCall): Step | undefined => {
  switch (call.name) {
    case 'pay':
      return readPay(spend, call);
    case 'payDebt':
      return readPayDebt(spend);
    case 'topUp':
      return readTopUp(spend);
    case 'stop':
      return readStop(spend);
    case 'resume':
      return readResume(spend);
    case 'settle':
      return readSettle(spend);
    case 'refund':
      return readRefund(spend);
    case 'close':
      return readClose(spend);
    case 'sweep':
      return undefined;
  }
};

/**
 * Reads the step by which a transaction spent a payment's state, at any input. Strict: anything but exactly what the covenant makes is
 * refused. Signatures of the oracle are not checked: the chain has done that.
 *
 * @param spent the payment before the transaction
 * @param txid display-order hex
 */
export const readCurrencyTransition = (
  contract: CurrencyContract,
  spent: CurrencyCoin,
  txid: string,
  transaction: TransactionCommon,
): CurrencyTransitionResult => {
  const { outpoint } = spent;
  const input = transaction.inputs.findIndex(
    (each) => each.outpointIndex === outpoint.vout && binToHex(each.outpointTransactionHash) === outpoint.txid,
  );
  const unlocking = transaction.inputs[input]?.unlockingBytecode;
  if (unlocking === undefined) return { ok: false, problem: 'NOT_SPENT' };
  const call = contract.readCall(unlocking);
  if (call === undefined || call.name === 'sweep') return { ok: false, problem: 'UNKNOWN_CALL' };
  const step = readStep({ contract, spent, txid, transaction, input }, call);
  if (step === undefined) return { ok: false, problem: 'UNEXPECTED_OUTPUTS' };
  return { ok: true, transition: { ...step, txid, spent, locktime: BigInt(transaction.locktime) } };
};

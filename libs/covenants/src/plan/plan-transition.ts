import { binsAreEqual, binToHex, type Input, type Output, type TransactionCommon } from '@bitauth/libauth';
import { partyHash } from '../chain/party.js';
import { announcedBy } from './move-notice.js';
import { readStream, type PlanClockCoin, type PlanCoin } from './plan-coin.js';
import type { PlanCall, PlanContract } from './plan-contract.js';
import { stepFeeOf } from './plan-limits.js';
import { slotsAt } from './transactions/sender-move.js';

/**
 * What a transaction did to a stream. `pause` and `cancel` differ in the state that they leave; `announce` and `undo` in the address
 * that they name, `finish` and `keep` in the recipient that they leave: another one, or after an undo the same.
 */
export type PlanTransitionKind =
  | ('pay' | 'cancel' | 'pause' | 'settle' | 'resume' | 'refund')
  | ('announce' | 'undo' | 'finish' | 'keep');

/** One step of a stream, read from the transaction that spent its state. */
export interface PlanTransition {
  readonly kind: PlanTransitionKind;
  readonly txid: string;
  readonly spent: PlanCoin;
  /** The stream that it left; undefined when it ended the stream. */
  readonly next: PlanCoin | undefined;
  /** The clock that a cancel or pause started. */
  readonly clock: PlanClockCoin | undefined;
  /** The locking bytecode that an announcement or an undo names. */
  readonly named: Uint8Array | undefined;
  /** Units of the asset. */
  readonly paidToRecipient: bigint;
  /** Units of the asset that returned to the sender; only a refund returns any. */
  readonly returnedToSender: bigint;
  /** Satoshis that returned with it: of reserve, clock and companion, and what the transaction's payer added. */
  readonly reserveReturned: bigint;
  /** Unix seconds at which what was due was computed; meaningless for a refund, a settling and what moves to another address. */
  readonly locktime: bigint;
}

/** Why a transaction is not a step of a stream. */
export type PlanTransitionProblem =
  /** It does not spend the state. */
  | 'NOT_SPENT'
  /** It spends the state by none of the functions that move it. */
  | 'UNKNOWN_CALL'
  /**
   * Its outputs are not those that the function makes: it belongs to another stream, or a network that enforces the
   * covenant did not mine it.
   */
  | 'UNEXPECTED_OUTPUTS';

/** The step that a transaction is, or why it is none. */
export type PlanTransitionResult =
  | { readonly ok: true; readonly transition: PlanTransition }
  | { readonly ok: false; readonly problem: PlanTransitionProblem };

/** A transaction that spends a stream's state, and at which input. */
interface Spend {
  readonly contract: PlanContract;
  readonly spent: PlanCoin;
  readonly txid: string;
  readonly transaction: TransactionCommon;
  readonly input: number;
}

type Step = Pick<
  PlanTransition,
  'kind' | 'next' | 'clock' | 'named' | 'paidToRecipient' | 'returnedToSender' | 'reserveReturned'
>;

const NOTHING = {
  next: undefined,
  clock: undefined,
  named: undefined,
  paidToRecipient: 0n,
  returnedToSender: 0n,
  reserveReturned: 0n,
};

/** Returns the stream at an output where it continues this one: same category, index, recipient and asset. @param recipient the one expected */
const successorAt = (
  { contract, spent, txid, transaction }: Spend,
  vout: number,
  recipient = spent.state.recipient,
): PlanCoin | undefined => {
  const holding = readStream(contract, transaction.outputs, vout);
  if (holding?.category !== spent.category || holding.state.index !== spent.state.index) return undefined;
  if (!binsAreEqual(holding.state.recipient, recipient)) return undefined;
  if (holding.companion?.category !== spent.companion?.category) return undefined;
  return { ...holding, outpoint: { txid, vout } };
};

/** Returns the units of the asset that an output pays to the recipient; 0 where it is somebody else's. */
const paidAt = ({ spent, transaction }: Spend, vout: number): bigint => {
  const output = transaction.outputs[vout];
  if (output === undefined || !binsAreEqual(partyHash(output.lockingBytecode), spent.state.recipient)) return 0n;
  return unitsOf(spent, output);
};

/** Returns the units of a stream's asset that an output holds. */
const unitsOf = ({ companion }: PlanCoin, { token, valueSatoshis }: Output): bigint => {
  if (companion === undefined) return token === undefined ? valueSatoshis : 0n;
  return token !== undefined && binToHex(token.category) === companion.category ? token.amount : 0n;
};

const isSenders = ({ contract }: Spend, output: Output | undefined): output is Output =>
  output !== undefined && binsAreEqual(output.lockingBytecode, contract.terms.sender);

/**
 * Reads the last payment: output 0 pays everything left to the recipient, output 1 returns the reserve to the sender.
 */
const readEnd = (spend: Spend): Step | undefined => {
  const paidToRecipient = paidAt(spend, 0);
  if (paidToRecipient !== spend.spent.principal) return undefined;
  const rest = spend.transaction.outputs[1];
  const reserveReturned = isSenders(spend, rest) && rest.token === undefined ? rest.valueSatoshis : 0n;
  return { ...NOTHING, kind: 'pay', paidToRecipient, reserveReturned };
};

const readPay = (spend: Spend): Step | undefined => {
  const { spent, input } = spend;
  if (input !== 0) return undefined;
  const next = successorAt(spend, 0);
  if (next === undefined) return undefined;
  const paidToRecipient = paidAt(spend, spent.companion === undefined ? 1 : 2);
  const sound =
    paidToRecipient > 0n && paidToRecipient === spent.principal - next.principal && next.units === spent.units;
  return sound ? { ...NOTHING, kind: 'pay', next, paidToRecipient } : undefined;
};

/** Reads what the sender's move left, the state and the payment, at the places of its input. */
const readMove = (spend: Spend): { readonly next: PlanCoin; readonly paid: bigint } | undefined => {
  const { spent, input } = spend;
  if (input === 0) return undefined;
  const places = slotsAt(input, spent.companion !== undefined);
  const next = successorAt(spend, places.state);
  if (next === undefined) return undefined;
  const due = spent.principal - next.principal;
  if (due < 0n || (due > 0n && paidAt(spend, places.payee) !== due)) return undefined;
  return { next, paid: due };
};

const readClock = ({ contract, spent, txid, transaction, input }: Spend): PlanClockCoin | undefined => {
  const vout = slotsAt(input, spent.companion !== undefined).clock;
  const output = transaction.outputs[vout];
  if (output?.token === undefined || output.token.nft !== undefined) return undefined;
  if (!binsAreEqual(output.lockingBytecode, contract.clock.lockingBytecode)) return undefined;
  if (binToHex(output.token.category) !== spent.category || output.token.amount !== spent.units) return undefined;
  return { outpoint: { txid, vout }, satoshis: output.valueSatoshis, units: spent.units };
};

const readStop = (spend: Spend): Step | undefined => {
  const move = readMove(spend);
  const clock = readClock(spend);
  if (move === undefined || clock === undefined || move.next.units !== 0n) return undefined;
  const { state } = move.next;
  const kind = state.kind === 'RECURRING' && state.status === 'PAUSING' ? 'pause' : 'cancel';
  return { ...NOTHING, kind, next: move.next, clock, paidToRecipient: move.paid };
};

const readResume = (spend: Spend): Step | undefined => {
  const move = readMove(spend);
  if (move?.next.units !== spend.spent.units) return undefined;
  return { ...NOTHING, kind: 'resume', next: move.next, paidToRecipient: move.paid };
};

const readSettle = (spend: Spend): Step | undefined => {
  const { spent, input } = spend;
  const next = input === 0 ? successorAt(spend, 0) : undefined;
  if (next?.units !== BigInt(spent.state.index) || next.principal !== spent.principal) return undefined;
  return { ...NOTHING, kind: 'settle', next };
};

/** Whether nothing but the recipient changed, and the reserve by some satoshis. */
const holdsAsMuch = (a: PlanCoin, b: PlanCoin, more: bigint): boolean =>
  a.units === b.units &&
  a.principal === b.principal &&
  a.reserve === b.reserve + more &&
  a.companion?.satoshis === b.companion?.satoshis;

const isSame = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a !== undefined && b !== undefined && binsAreEqual(a, b);

/**
 * Reads an announcement of another address: the stream is again at the index of its input, and names the address of the notice. What the
 * move will cost is in its reserve.
 */
const readAnnouncement = (spend: Spend): Step | undefined => {
  const { contract, spent, input, transaction } = spend;
  const named = announcedBy(transaction);
  const next = input === 0 ? undefined : successorAt(spend, input);
  if (named === undefined || next === undefined || !holdsAsMuch(next, spent, stepFeeOf(contract.terms)))
    return undefined;
  const hash = partyHash(named);
  if (!isSame(next.state.movesTo, hash)) return undefined;
  return { ...NOTHING, kind: binsAreEqual(hash, spent.state.recipient) ? 'undo' : 'announce', next, named };
};

/** Reads the move to the address that was announced, by itself at input 0 or behind a coin. */
const readFinish = (spend: Spend): Step | undefined => {
  const { contract, spent, input } = spend;
  const { movesTo, recipient } = spent.state;
  const next = movesTo === undefined ? undefined : successorAt(spend, input, movesTo);
  if (next === undefined || next.state.movesTo !== undefined) return undefined;
  if (!holdsAsMuch(next, spent, -stepFeeOf(contract.terms))) return undefined;
  return { ...NOTHING, kind: isSame(movesTo, recipient) ? 'keep' : 'finish', next };
};

const readRefund = (spend: Spend): Step | undefined => {
  const { spent, input, transaction } = spend;
  const [output] = transaction.outputs;
  if (input !== 0 || !isSenders(spend, output)) return undefined;
  if (spent.companion !== undefined) {
    const returnedToSender = unitsOf(spent, output);
    if (returnedToSender !== spent.principal) return undefined;
    return { ...NOTHING, kind: 'refund', returnedToSender, reserveReturned: output.valueSatoshis };
  }
  // No upper bound: anybody who sends it may add a coin of their own, and refusing such a refund would hide the stream's
  // end.
  const reserveReturned = output.valueSatoshis - spent.principal;
  if (reserveReturned < 0n) return undefined;
  return { ...NOTHING, kind: 'refund', returnedToSender: spent.principal, reserveReturned };
};

const READERS: Readonly<Record<Exclude<PlanCall, 'sweep'>, (spend: Spend) => Step | undefined>> = {
  pay: readPay,
  end: (spend) => (spend.input === 0 ? readEnd(spend) : undefined),
  cancel: readStop,
  stop: readStop,
  resume: readResume,
  settle: readSettle,
  refund: readRefund,
  announce: readAnnouncement,
  finish: readFinish,
  collect: readPay,
};

const spends = ({ outpoint }: PlanCoin, { outpointIndex, outpointTransactionHash }: Input): boolean =>
  outpointIndex === outpoint.vout && binToHex(outpointTransactionHash) === outpoint.txid;

/**
 * Reads the step by which a transaction spent a stream's state, at any input: a payment, settling or refund at
 * input 0, a move of the sender or to another address behind a coin. Strict: anything but exactly what the covenant makes is refused.
 *
 * @param spent the stream before the transaction
 * @param txid display-order hex
 */
export const readPlanTransition = (
  contract: PlanContract,
  spent: PlanCoin,
  txid: string,
  transaction: TransactionCommon,
): PlanTransitionResult => {
  const refuse = (problem: PlanTransitionProblem): PlanTransitionResult => ({ ok: false, problem });
  const input = transaction.inputs.findIndex((each) => spends(spent, each));
  const unlocking = transaction.inputs[input]?.unlockingBytecode;
  if (unlocking === undefined) return refuse('NOT_SPENT');
  const call = contract.readCall(unlocking);
  if (call === undefined || call === 'sweep') return refuse('UNKNOWN_CALL');
  const step = READERS[call]({ contract, spent, txid, transaction, input });
  if (step === undefined) return refuse('UNEXPECTED_OUTPUTS');
  return { ok: true, transition: { ...step, txid, spent, locktime: BigInt(transaction.locktime) } };
};

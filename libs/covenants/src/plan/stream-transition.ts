import { binsAreEqual, binToHex, type Input, type Output, type TransactionCommon } from '@bitauth/libauth';
import type { Outpoint } from '../chain/outpoint.js';
import { type Party, partyHash } from '../chain/party.js';
import { announcedBy } from './move-notice.js';
import type { PlanClockCoin, PlanCompanion } from './plan-coin.js';
import type { PlanCall } from './plan-contract.js';
import { slotsAt } from './transactions/sender-move.js';

/**
 * What a transaction did to a stream. `pause` and `cancel` differ in the state that they leave; `announce` and `undo` in the address
 * that they name, `finish` and `keep` in the recipient that they leave: another one, or after an undo the same.
 */
export type StreamTransitionKind =
  | ('pay' | 'cancel' | 'pause' | 'settle' | 'resume' | 'refund')
  | ('announce' | 'undo' | 'finish' | 'keep');

/** What of a stream's coin shows its steps, of every product. Principal in units of the asset, the rest in satoshis. */
export interface SteppingCoin {
  readonly outpoint: Outpoint;
  readonly category: string;
  /** The index while no notice runs, else 0. */
  readonly units: bigint;
  readonly state: {
    readonly index: number;
    readonly recipient: Uint8Array;
    readonly movesTo?: Uint8Array | undefined;
    /** Only where a state says it. */
    readonly status?: string | undefined;
  };
  readonly principal: bigint;
  readonly reserve: bigint;
  readonly companion: PlanCompanion | undefined;
}

/** What of a contract shows the steps of its streams. */
export interface SteppedContract<Coin extends SteppingCoin> {
  readonly sender: Party;
  /** Locking bytecode of the clocks. */
  readonly clock: Uint8Array;
  /** Satoshis that the end of a move takes from the reserve. */
  readonly stepFee: bigint;
  /** Returns the function that an input calls; undefined where it calls none. */
  readonly readCall: (unlockingBytecode: Uint8Array) => PlanCall | undefined;
  /** Reads the stream at an output by its form alone; undefined where there is none. */
  readonly readCoin: (outputs: readonly Output[], outpoint: Outpoint) => Coin | undefined;
}

/** One step of a stream, read from the transaction that spent its state. */
export interface StreamTransition<Coin extends SteppingCoin> {
  readonly kind: StreamTransitionKind;
  readonly txid: string;
  readonly spent: Coin;
  /** The stream that it left; undefined when it ended the stream. */
  readonly next: Coin | undefined;
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
export type StreamTransitionProblem =
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
export type StreamTransitionResult<Coin extends SteppingCoin> =
  | { readonly ok: true; readonly transition: StreamTransition<Coin> }
  | { readonly ok: false; readonly problem: StreamTransitionProblem };

/** A transaction that spends a stream's state, and at which input. */
interface Spend<Coin extends SteppingCoin> {
  readonly contract: SteppedContract<Coin>;
  readonly spent: Coin;
  readonly txid: string;
  readonly transaction: TransactionCommon;
  readonly input: number;
}

type Step<Coin extends SteppingCoin> = Pick<
  StreamTransition<Coin>,
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
const successorAt = <Coin extends SteppingCoin>(
  { contract, spent, txid, transaction }: Spend<Coin>,
  vout: number,
  recipient = spent.state.recipient,
): Coin | undefined => {
  const { category, state, companion }: SteppingCoin = spent;
  const coin = contract.readCoin(transaction.outputs, { txid, vout });
  if (coin?.category !== category || coin.state.index !== state.index) return undefined;
  if (!binsAreEqual(coin.state.recipient, recipient)) return undefined;
  return coin.companion?.category === companion?.category ? coin : undefined;
};

/** Returns the units of a stream's asset that an output holds. */
const unitsOf = ({ companion }: SteppingCoin, { token, valueSatoshis }: Output): bigint => {
  if (companion === undefined) return token === undefined ? valueSatoshis : 0n;
  return token !== undefined && binToHex(token.category) === companion.category ? token.amount : 0n;
};

/** Returns the units of the asset that an output pays to the recipient; 0 where it is somebody else's. */
const paidAt = <Coin extends SteppingCoin>({ spent, transaction }: Spend<Coin>, vout: number): bigint => {
  const output = transaction.outputs[vout];
  if (output === undefined || !binsAreEqual(partyHash(output.lockingBytecode), spent.state.recipient)) return 0n;
  return unitsOf(spent, output);
};

const isSenders = <Coin extends SteppingCoin>(
  { contract }: Spend<Coin>,
  output: Output | undefined,
): output is Output => output !== undefined && binsAreEqual(output.lockingBytecode, contract.sender);

/**
 * Reads the last payment: output 0 pays everything left to the recipient, output 1 returns the reserve to the sender.
 */
const readEnd = <Coin extends SteppingCoin>(spend: Spend<Coin>): Step<Coin> | undefined => {
  if (spend.input !== 0) return undefined;
  const paidToRecipient = paidAt(spend, 0);
  if (paidToRecipient !== spend.spent.principal) return undefined;
  const rest = spend.transaction.outputs[1];
  const reserveReturned = isSenders(spend, rest) && rest.token === undefined ? rest.valueSatoshis : 0n;
  return { ...NOTHING, kind: 'pay', paidToRecipient, reserveReturned };
};

const readPay = <Coin extends SteppingCoin>(spend: Spend<Coin>): Step<Coin> | undefined => {
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
const readMove = <Coin extends SteppingCoin>(
  spend: Spend<Coin>,
): { readonly next: Coin; readonly paid: bigint } | undefined => {
  const { spent, input } = spend;
  if (input === 0) return undefined;
  const places = slotsAt(input, spent.companion !== undefined);
  const next = successorAt(spend, places.state);
  if (next === undefined) return undefined;
  const due = spent.principal - next.principal;
  if (due < 0n || (due > 0n && paidAt(spend, places.payee) !== due)) return undefined;
  return { next, paid: due };
};

const readClock = <Coin extends SteppingCoin>({
  contract,
  spent,
  txid,
  transaction,
  input,
}: Spend<Coin>): PlanClockCoin | undefined => {
  const vout = slotsAt(input, spent.companion !== undefined).clock;
  const output = transaction.outputs[vout];
  if (output?.token === undefined || output.token.nft !== undefined) return undefined;
  if (!binsAreEqual(output.lockingBytecode, contract.clock)) return undefined;
  if (binToHex(output.token.category) !== spent.category || output.token.amount !== spent.units) return undefined;
  return { outpoint: { txid, vout }, satoshis: output.valueSatoshis, units: spent.units };
};

const readStop = <Coin extends SteppingCoin>(spend: Spend<Coin>): Step<Coin> | undefined => {
  const move = readMove(spend);
  const clock = readClock(spend);
  if (move === undefined || clock === undefined || move.next.units !== 0n) return undefined;
  const kind = move.next.state.status === 'PAUSING' ? 'pause' : 'cancel';
  return { ...NOTHING, kind, next: move.next, clock, paidToRecipient: move.paid };
};

const readResume = <Coin extends SteppingCoin>(spend: Spend<Coin>): Step<Coin> | undefined => {
  const { units }: SteppingCoin = spend.spent;
  const move = readMove(spend);
  if (move?.next.units !== units) return undefined;
  return { ...NOTHING, kind: 'resume', next: move.next, paidToRecipient: move.paid };
};

const readSettle = <Coin extends SteppingCoin>(spend: Spend<Coin>): Step<Coin> | undefined => {
  const { spent, input } = spend;
  const next = input === 0 ? successorAt(spend, 0) : undefined;
  if (next?.units !== BigInt(spent.state.index) || next.principal !== spent.principal) return undefined;
  return { ...NOTHING, kind: 'settle', next };
};

/** Whether nothing but the recipient changed, and the reserve by some satoshis. */
const holdsAsMuch = (a: SteppingCoin, b: SteppingCoin, more: bigint): boolean =>
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
const readAnnouncement = <Coin extends SteppingCoin>(spend: Spend<Coin>): Step<Coin> | undefined => {
  const { contract, spent, input, transaction } = spend;
  const named = announcedBy(transaction);
  const next = input === 0 ? undefined : successorAt(spend, input);
  if (named === undefined || next === undefined || !holdsAsMuch(next, spent, contract.stepFee)) return undefined;
  const hash = partyHash(named);
  if (!isSame(next.state.movesTo, hash)) return undefined;
  return { ...NOTHING, kind: binsAreEqual(hash, spent.state.recipient) ? 'undo' : 'announce', next, named };
};

/** Reads the move to the address that was announced, by itself at input 0 or behind a coin. */
const readFinish = <Coin extends SteppingCoin>(spend: Spend<Coin>): Step<Coin> | undefined => {
  const { contract, spent, input } = spend;
  const { movesTo, recipient } = spent.state;
  const next = movesTo === undefined ? undefined : successorAt(spend, input, movesTo);
  if (next === undefined || next.state.movesTo !== undefined) return undefined;
  if (!holdsAsMuch(next, spent, -contract.stepFee)) return undefined;
  return { ...NOTHING, kind: isSame(movesTo, recipient) ? 'keep' : 'finish', next };
};

const readRefund = <Coin extends SteppingCoin>(spend: Spend<Coin>): Step<Coin> | undefined => {
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

const readStep = <Coin extends SteppingCoin>(
  spend: Spend<Coin>,
  call: Exclude<PlanCall, 'sweep'>,
): Step<Coin> | undefined => {
  switch (call) {
    case 'pay':
    case 'collect':
      return readPay(spend);
    case 'end':
      return readEnd(spend);
    case 'cancel':
    case 'stop':
      return readStop(spend);
    case 'resume':
      return readResume(spend);
    case 'settle':
      return readSettle(spend);
    case 'refund':
      return readRefund(spend);
    case 'announce':
      return readAnnouncement(spend);
    case 'finish':
      return readFinish(spend);
  }
};

const spends = ({ outpoint }: SteppingCoin, { outpointIndex, outpointTransactionHash }: Input): boolean =>
  outpointIndex === outpoint.vout && binToHex(outpointTransactionHash) === outpoint.txid;

/**
 * Reads the step by which a transaction spent a stream's state, at any input: a payment, settling or refund at
 * input 0, a move of the sender or to another address behind a coin. Strict: anything but exactly what the covenant makes is refused.
 *
 * @param spent the stream before the transaction
 * @param txid display-order hex
 */
export const readStreamTransition = <Coin extends SteppingCoin>(
  contract: SteppedContract<Coin>,
  spent: Coin,
  txid: string,
  transaction: TransactionCommon,
): StreamTransitionResult<Coin> => {
  const input = transaction.inputs.findIndex((each) => spends(spent, each));
  const unlocking = transaction.inputs[input]?.unlockingBytecode;
  if (unlocking === undefined) return { ok: false, problem: 'NOT_SPENT' };
  const call = contract.readCall(unlocking);
  if (call === undefined || call === 'sweep') return { ok: false, problem: 'UNKNOWN_CALL' };
  const step = readStep({ contract, spent, txid, transaction, input }, call);
  if (step === undefined) return { ok: false, problem: 'UNEXPECTED_OUTPUTS' };
  return { ok: true, transition: { ...step, txid, spent, locktime: BigInt(transaction.locktime) } };
};

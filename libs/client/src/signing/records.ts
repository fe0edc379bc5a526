import {
  Difference,
  differenceOf,
  lockAddress,
  lockReserveOf,
  recipientHashOf,
  salarySchedule,
  streamReserveOf,
  type AskedEffect,
  type LockVesting,
  type OpenedSchedule,
  type ReserveSchedule,
} from '@weir/verify';
import { addressOf } from '../connection/connection.js';
import { isSameAddress } from '../shared/address.js';
import type { Answered } from '../shared/amounts.js';
import type { Requested } from '../shared/requested-terms.js';
import type { LockTerms } from '../types/locks.types.js';
import type { RecordProduct } from '../types/records.types.js';
import type { ChainReads, Network } from './chain-reads.js';
import {
  assertLock,
  assertParty,
  assertPayment,
  assertStream,
  storedGrant,
  storedTranches,
} from './expected-records.js';
import type { Expectation, Scene } from './scene.js';

/** A stream as an effect asks for it. */
export type AskedStream = Extract<AskedEffect, { readonly kind: 'OPENS_STREAMS' }>['streams'][number];

/** A stream whose schedule is known. */
export type ScheduledStream = AskedStream & { readonly schedule: ReserveSchedule };

/** A lock as an effect asks for it. */
export type AskedLock = Extract<AskedEffect, { readonly kind: 'OPENS_LOCKS' }>['locks'][number];

/** What the record of a stream, payment or lock says of its contract. */
export interface RecordedContract {
  readonly sender: string;
  readonly asset: string | undefined;
  readonly stream: ScheduledStream;
  /** The same as a lock, where it is one. */
  readonly lock?: AskedLock;
  readonly fundingTxHash: string | null;
  readonly commitment: string | null;
  /** Blocks between the announcement of another address and the move to it; 0 where the recipient cannot move. */
  readonly moveDelay: number;
  /** The address that the recipient is moving to. */
  readonly movesTo: string | undefined;
  /** The recipient that was requested here, whom the funding must name: afterwards they may move. */
  readonly requestedRecipient: string | undefined;
  /** Whether the requested terms are known, and agree. */
  readonly isRequested: boolean;
}

/** Describes when something vests. */
export const vestingOf = (start: number, end: number, cliff: number | null, step: number | null): LockVesting => ({
  kind: 'VESTING',
  start: BigInt(start),
  end: BigInt(end),
  cliff: BigInt(cliff ?? start),
  step: BigInt(step ?? 1),
});

const scheduleOf = (stream: Answered<'Stream'>): OpenedSchedule => {
  const grant = storedGrant(stream);
  if (grant !== undefined) return grant;
  const tranches = storedTranches(stream);
  if (tranches !== undefined) return { kind: 'TRANCHES', tranches };
  const { stream_type: type, start_time: start, end_time: end, interval_seconds: interval } = stream;
  const { cliff_timestamp: cliff, total_amount_base: total } = stream;
  if (type !== 'RECURRING' || interval === null) return vestingOf(start, end, cliff, interval);
  const periods = Math.floor((end - start) / interval);
  return {
    kind: 'RECURRING',
    amountPerPeriod: total / BigInt(Math.max(periods, 1)),
    periods,
    firstDue: BigInt(start + interval),
    interval: BigInt(interval),
  };
};

/** Describes the rights of a sender. */
export const rightsOf = (isCancelable: boolean, isPausable: boolean, notice: number) => ({
  isCancelable,
  isPausable,
  noticeBlocks: isCancelable ? notice : 0,
});

/**
 * Adds the reserve to a lock of tokens that was requested here, for a number of payments or the default one. Of one
 * that was made elsewhere any is taken that payments can use; what is signed says how much it is.
 *
 * @param moveDelay blocks between the announcement of another address and the move; 0 where the recipient cannot move it
 */
export const withRequestedReserve = <Lock extends Pick<AskedLock, 'total' | 'schedule'>>(
  lock: Lock,
  asset: string | null,
  requested: Requested | undefined,
  moveDelay = 0,
): Lock & { readonly reserve?: bigint } => {
  if (requested === undefined || asset === null) return lock;
  const { keylessPayments } = requested.terms as Partial<LockTerms>;
  return { ...lock, reserve: lockReserveOf(lock, keylessPayments ?? undefined, moveDelay) };
};

/** Returns a stream as a lock, which it is by its record. */
const lockOf = (
  { recipient, total_amount_base: total, ...stream }: Answered<'Stream'>,
  requested: Requested | undefined,
): AskedLock => {
  const schedule = vestingOf(stream.start_time, stream.end_time, stream.cliff_timestamp, stream.interval_seconds);
  const { token_category: asset, move_delay_blocks: moveDelay } = stream;
  return withRequestedReserve({ recipient, total, schedule }, asset, requested, moveDelay);
};

/** Returns whom the terms of a record name as its recipient. */
const recipientIn = (requested: Requested | undefined): string | undefined =>
  requested === undefined ? undefined : (requested.terms as { readonly recipient?: string }).recipient;

const contractOfStream = (stream: Answered<'Stream'>, requested: Requested | undefined): RecordedContract => ({
  sender: stream.sender,
  asset: stream.token_category ?? undefined,
  fundingTxHash: stream.funding_tx_hash,
  commitment: stream.nft_commitment,
  moveDelay: stream.move_delay_blocks,
  movesTo: stream.pending_move?.to,
  requestedRecipient: recipientIn(requested),
  isRequested: requested !== undefined,
  ...(stream.contract === 'LOCK' && { lock: lockOf(stream, requested) }),
  stream: {
    recipient: stream.recipient,
    total: stream.total_amount_base,
    schedule: scheduleOf(stream),
    ...rightsOf(stream.cancelable, false, stream.cancel_notice_blocks),
  },
});

const paymentSchedule = ({
  amount_per_period_base: amountPerPeriod,
  periods_funded: periods,
  start_date: from,
  interval_seconds: interval,
  calendar,
}: Answered<'Payment'>): OpenedSchedule => {
  if (calendar !== null) return salarySchedule({ calendar, amountPerPeriod, from, periods });
  // Of what neither repeats nor has paydays no funding is one.
  return { kind: 'RECURRING', amountPerPeriod, periods, firstDue: BigInt(from), interval: BigInt(interval ?? 0) };
};

const contractOfPayment = (payment: Answered<'Payment'>, requested: Requested | undefined): RecordedContract => ({
  sender: payment.sender,
  asset: payment.token_category ?? undefined,
  fundingTxHash: payment.funding_tx_hash,
  commitment: payment.nft_commitment,
  moveDelay: payment.move_delay_blocks,
  movesTo: payment.pending_move?.to,
  requestedRecipient: recipientIn(requested),
  isRequested: requested !== undefined,
  stream: {
    recipient: payment.recipient,
    total: payment.amount_per_period_base * BigInt(payment.periods_funded),
    schedule: paymentSchedule(payment),
    ...rightsOf(payment.cancelable, payment.pausable, payment.cancel_notice_blocks),
  },
});

/**
 * Reads a record, whose terms must be those that were requested where they are known; its recipient has to be compared beside that, by
 * whom the funding names.
 *
 * @throws Difference
 */
export const recordedContract = async (
  { connection: { api, ask, requested }, wallet, network }: Scene,
  product: RecordProduct,
  id: string,
): Promise<RecordedContract> => {
  const params = { path: { id } };
  const own = requested.get(id);
  if (product === 'streams') {
    const { stream } = await ask((sent) => api.GET('/api/streams/{id}', { ...sent, params }), { wallet });
    if (own !== undefined) (own.isLock === true ? assertLock : assertStream)(own, stream, network);
    return contractOfStream(stream, own);
  }
  const { payment } = await ask((sent) => api.GET('/api/payments/{id}', { ...sent, params }), { wallet });
  if (own !== undefined) assertPayment(own, payment, network);
  return contractOfPayment(payment, own);
};

/** @throws Difference where a wallet would fund what another one is the sender of */
export const assertOwn = (addresses: readonly string[], party: string): void => {
  if (!addresses.some((own) => isSameAddress(own, party)))
    throw new Difference(
      'OTHER_TERMS',
      `What is left would return to ${party}, which is not an address of this wallet`,
    );
};

/** Adds the satoshis that a stream locks for fees. @param isAlone whether it is not a part of a plan */
export const withReserve = (stream: ScheduledStream, asset: string | undefined, isAlone: boolean): AskedStream => ({
  ...stream,
  reserve: streamReserveOf(stream, asset, isAlone),
});

/**
 * Asks for what opens a record's contract.
 *
 * @throws Difference where it would be for another recipient than was requested
 */
export const openingOf = ({
  sender,
  asset,
  stream,
  lock,
  moveDelay,
  requestedRecipient,
}: RecordedContract): AskedEffect => {
  assertParty('recipient', stream.recipient, requestedRecipient);
  return lock === undefined
    ? { kind: 'OPENS_STREAMS', sender, asset, moveDelay, streams: [withReserve(stream, asset, true)] }
    : { kind: 'OPENS_LOCKS', sender, asset, moveDelay, locks: [lock] };
};

/** Asks for the funding of a stream, payment or lock. The sender of a lock has no right in it, so anybody may be named. */
export const recordOpening = async (scene: Scene, product: RecordProduct, id: string): Promise<Expectation> => {
  const recorded = await recordedContract(scene, product, id);
  if (recorded.lock === undefined) assertOwn(scene.addresses, recorded.sender);
  return { effects: [openingOf(recorded)], isRequested: recorded.isRequested };
};

/** What the service calls a stream, and what its record says. */
export interface NamedContract extends Pick<
  RecordedContract,
  'sender' | 'asset' | 'stream' | 'fundingTxHash' | 'requestedRecipient'
> {
  readonly name: string;
  /** Its number on the chain; undefined where the only stream of its funding is meant. */
  readonly index: (funded: Awaited<ReturnType<ChainReads['streams']>>) => number | undefined;
}

/**
 * Finds a stream in its funding on the chain, which must say what its record says, but for the recipient: who moved to another
 * address since.
 *
 * @throws Difference
 */
export const findStream = async (
  { reads, network }: { readonly reads: ChainReads; readonly network: Network },
  { name, sender, asset, stream, fundingTxHash, requestedRecipient, index: indexIn }: NamedContract,
): Promise<{ readonly category: string; readonly index: number; readonly sender: string }> => {
  if (fundingTxHash === null) throw new Difference('OTHER_TERMS', `${name} is not funded`);
  const funded = await reads.streams(fundingTxHash);
  const index = indexIn(funded);
  const found = funded.streams.find((one) => (index === undefined ? funded.streams.length === 1 : one.index === index));
  if (found === undefined) throw new Difference('OTHER_TERMS', `The funding of ${name} did not open it`);
  const opened = { ...stream, recipient: requestedRecipient ?? found.recipient };
  const difference = differenceOf({ sender, asset, stream: opened }, { ...funded, stream: found }, network);
  if (difference !== undefined)
    throw new Difference('OTHER_TERMS', `On the chain ${name} has other terms: ${difference}`);
  reads.pin(name, `${funded.category}:${found.index}`);
  return { category: funded.category, index: found.index, sender: funded.sender };
};

/**
 * Asks for one of the moves of a stream, of which its state on the chain must name the recipient that its record names.
 *
 * @throws Difference
 */
export const moveOf = async (
  scene: { readonly reads: ChainReads; readonly network: Network },
  named: NamedContract,
  move: 'PAY' | 'CANCEL' | 'PAUSE' | 'RESUME',
): Promise<AskedEffect> => ({
  kind: 'MOVES_STREAM',
  move,
  ...(await findStream(scene, named)),
  recipientHash: recipientHashOf(named.stream.recipient, scene.network),
});

/** A record whose stream or lock is on the chain, with what it says of moves to another address. */
export type FundedContract = NamedContract & Pick<RecordedContract, 'lock' | 'movesTo' | 'moveDelay'>;

/** Reads a record whose stream is on the chain. */
export const fundedContract = async (scene: Scene, product: RecordProduct, id: string): Promise<FundedContract> => {
  const { commitment, ...contract } = await recordedContract(scene, product, id);
  return {
    ...contract,
    name: id,
    index: (funded) => (commitment === null ? undefined : funded.indexOf(commitment)),
  };
};

/**
 * Returns where a lock is by its record: its address commits to all of its terms, and to where a pending move takes it, so nothing else is
 * read from the chain.
 *
 * @throws Difference where no lock has these terms
 */
export const placeOfLock = (
  lock: AskedLock,
  { asset, moveDelay, movesTo }: Pick<FundedContract, 'asset' | 'moveDelay' | 'movesTo'>,
  network: Network,
): string => {
  const { recipient, total, schedule } = lock;
  const moves = { moveDelay, ...(movesTo !== undefined && { movesTo }) };
  return lockAddress({ recipient, total, asset, schedule, ...moves }, network);
};

/** Asks for a payment of a lock to an address of the wallet's own. */
const lockPayment = async (
  { wallet, network }: Scene,
  lock: AskedLock,
  contract: Omit<FundedContract, 'lock'>,
): Promise<AskedEffect> => {
  const { recipient } = lock;
  assertOwn([recipient], await addressOf(wallet, recipient));
  const { asset, moveDelay, movesTo } = contract;
  return { kind: 'PAYS_LOCK', recipient, asset, moveDelay, movesTo, lock: placeOfLock(lock, contract, network) };
};

/** Asks for a move of a stream or payment, or a payment of a lock. */
export const recordMove = async (
  scene: Scene,
  product: RecordProduct,
  id: string,
  move: 'PAY' | 'CANCEL' | 'PAUSE' | 'RESUME',
): Promise<AskedEffect> => {
  const { lock, ...contract } = await fundedContract(scene, product, id);
  if (lock !== undefined) return lockPayment(scene, lock, contract);
  if (move === 'PAY') assertOwn([contract.stream.recipient], await addressOf(scene.wallet, contract.stream.recipient));
  return moveOf(scene, contract, move);
};

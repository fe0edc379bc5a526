import { Difference, differenceOf, type AskedEffect, type OpenedSchedule } from '@weir/verify';
import { addressOf } from '../connection/connection.js';
import { isSameAddress } from '../shared/address.js';
import type { Answered } from '../shared/amounts.js';
import type { ChainReads, Network } from './chain-reads.js';
import type { Expectation, Scene } from './scene.js';
import { assertPaymentTold, assertStreamTold } from './told-records.js';

/** A stream as an effect asks for it. */
export type AskedStream = Extract<AskedEffect, { readonly kind: 'OPENS_STREAMS' }>['streams'][number];

/** What a stream's or payment's record says of its contract. */
export interface RecordedContract {
  readonly sender: string;
  readonly asset: string | undefined;
  readonly stream: AskedStream;
  readonly fundingTxHash: string | null;
  readonly commitment: string | null;
  /** Whether the caller's own terms are known, and agree. */
  readonly isTold: boolean;
}

/** Describes when something vests. */
export const vestingOf = (start: number, end: number, cliff: number | null, step: number | null): OpenedSchedule => ({
  kind: 'VESTING',
  start: BigInt(start),
  end: BigInt(end),
  cliff: BigInt(cliff ?? start),
  step: BigInt(step ?? 1),
});

const scheduleOf = ({
  stream_type: type,
  start_time: start,
  end_time: end,
  interval_seconds: interval,
  cliff_timestamp: cliff,
  total_amount_base: total,
}: Answered<'Stream'>): OpenedSchedule => {
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

const contractOfStream = (stream: Answered<'Stream'>, isTold: boolean): RecordedContract => ({
  sender: stream.sender,
  asset: stream.token_category ?? undefined,
  fundingTxHash: stream.funding_tx_hash,
  commitment: stream.nft_commitment,
  isTold,
  stream: {
    recipient: stream.recipient,
    total: stream.total_amount_base,
    schedule: scheduleOf(stream),
    ...rightsOf(stream.cancelable, false, stream.cancel_notice_blocks),
  },
});

const contractOfPayment = (payment: Answered<'Payment'>, isTold: boolean): RecordedContract => ({
  sender: payment.sender,
  asset: payment.token_category ?? undefined,
  fundingTxHash: payment.funding_tx_hash,
  commitment: payment.nft_commitment,
  isTold,
  stream: {
    recipient: payment.recipient,
    total: payment.amount_per_period_base * BigInt(payment.periods_funded),
    schedule: {
      kind: 'RECURRING',
      amountPerPeriod: payment.amount_per_period_base,
      periods: payment.periods_funded,
      firstDue: BigInt(payment.start_date),
      interval: BigInt(payment.interval_seconds),
    },
    ...rightsOf(payment.cancelable, payment.pausable, payment.cancel_notice_blocks),
  },
});

/**
 * Reads a record, whose terms must be those that the caller told where they told any.
 *
 * @throws Difference
 */
export const recordedContract = async (
  { connection: { api, ask, told }, wallet, network }: Scene,
  product: 'streams' | 'payments',
  id: string,
): Promise<RecordedContract> => {
  const params = { path: { id } };
  const own = told.get(id);
  if (product === 'streams') {
    const { stream } = await ask((sent) => api.GET('/api/streams/{id}', { ...sent, params }), { wallet });
    if (own !== undefined) assertStreamTold(own, stream, network);
    return contractOfStream(stream, own !== undefined);
  }
  const { payment } = await ask((sent) => api.GET('/api/payments/{id}', { ...sent, params }), { wallet });
  if (own !== undefined) assertPaymentTold(own, payment, network);
  return contractOfPayment(payment, own !== undefined);
};

/** @throws Difference where a wallet would fund what another one is the sender of */
export const assertOwn = (addresses: readonly string[], party: string): void => {
  if (!addresses.some((own) => isSameAddress(own, party)))
    throw new Difference(
      'OTHER_TERMS',
      `What is left would return to ${party}, which is not an address of this wallet`,
    );
};

/** Asks for the funding of a stream or payment. */
export const recordOpening = async (
  scene: Scene,
  product: 'streams' | 'payments',
  id: string,
): Promise<Expectation> => {
  const { sender, asset, stream, isTold } = await recordedContract(scene, product, id);
  assertOwn(scene.addresses, sender);
  return { effects: [{ kind: 'OPENS_STREAMS', sender, asset, streams: [stream] }], isTold };
};

/** What the service calls a stream, and what its record says. */
export interface NamedContract extends Omit<RecordedContract, 'commitment' | 'isTold'> {
  readonly name: string;
  /** Its number on the chain; undefined where the only stream of its funding is meant. */
  readonly index: (funded: Awaited<ReturnType<ChainReads['streams']>>) => number | undefined;
}

/**
 * Finds a stream in its funding on the chain, which must say what its record says, and asks for one of its moves.
 *
 * @throws Difference
 */
export const moveOf = async (
  { reads, network }: { readonly reads: ChainReads; readonly network: Network },
  { name, sender, asset, stream, fundingTxHash, index: indexIn }: NamedContract,
  move: 'PAY' | 'CANCEL' | 'PAUSE' | 'RESUME',
): Promise<AskedEffect> => {
  if (fundingTxHash === null) throw new Difference('OTHER_TERMS', `${name} is not funded`);
  const funded = await reads.streams(fundingTxHash);
  const index = indexIn(funded);
  const found = funded.streams.find((one) => (index === undefined ? funded.streams.length === 1 : one.index === index));
  if (found === undefined) throw new Difference('OTHER_TERMS', `The funding of ${name} did not open it`);
  const difference = differenceOf({ sender, asset, stream }, { ...funded, stream: found }, network);
  if (difference !== undefined)
    throw new Difference('OTHER_TERMS', `On the chain ${name} has other terms: ${difference}`);
  reads.pin(name, `${funded.category}:${found.index}`);
  return { kind: 'MOVES_STREAM', move, category: funded.category, index: found.index, sender: funded.sender };
};

/** Asks for a move of a stream or payment. */
export const recordMove = async (
  scene: Scene,
  product: 'streams' | 'payments',
  id: string,
  move: 'PAY' | 'CANCEL' | 'PAUSE' | 'RESUME',
): Promise<AskedEffect> => {
  const { commitment, ...contract } = await recordedContract(scene, product, id);
  if (move === 'PAY') assertOwn([contract.stream.recipient], await addressOf(scene.wallet, contract.stream.recipient));
  const index = (funded: Awaited<ReturnType<ChainReads['streams']>>) =>
    commitment === null ? undefined : funded.indexOf(commitment);
  return moveOf(scene, { ...contract, name: id, index }, move);
};

import { onChain } from '../shared/chain-errors.js';
import type { ClockCoin } from '@weir/covenants';
import type { ChainTransaction, StreamRecord } from '@weir/infra';
import type { StreamContext } from './stream-context.js';

/** Index of the clock among a cancel's outputs. */
const CLOCK_OUTPUT = 1;

/** The clock a cancel made. */
export const clockOf = ({ txid, transaction }: ChainTransaction): ClockCoin => {
  const output = transaction.outputs[CLOCK_OUTPUT];
  if (output === undefined) throw new Error(`Transaction ${txid} is recorded as a cancel and has no clock`);
  return { outpoint: { txid, vout: CLOCK_OUTPUT }, satoshis: output.valueSatoshis };
};

/** The transaction that cancelled a stream, from the chain; undefined for one that was not cancelled. */
export const findCancel = async (stream: StreamRecord, { streams, chain }: StreamContext): Promise<ChainTransaction | undefined> => {
  if (stream.status !== 'CANCELLED') return undefined;
  const cancel = (await streams.transitionsOf(stream.id)).find(({ kind }) => kind === 'cancel');
  return cancel && (await onChain(() => chain.transaction(cancel.txHash)));
};

/** The clock of a cancelled stream: output 1 of its cancel, where it stays until the close. */
export const findClock = async (stream: StreamRecord, context: StreamContext): Promise<ClockCoin | undefined> => {
  const cancel = await findCancel(stream, context);
  return cancel && clockOf(cancel);
};

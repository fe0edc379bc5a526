import { binToHex, hexToBin } from '@bitauth/libauth';
import { createVestingContract, decodeVestingState } from '@weir/covenants';
import type { Network, VestingCoin, VestingContract, VestingParameters } from '@weir/covenants';
import type { NewStream, StreamState } from '@weir/infra';
import type { VestingSchedule } from '@weir/vesting';

type Terms = Pick<NewStream, 'totalAmount' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds' | 'streamType'>;

/** The schedule of a stored stream. */
export const scheduleOf = (stream: Terms): VestingSchedule => ({
  total: stream.totalAmount,
  start: BigInt(stream.startTime),
  end: BigInt(stream.endTime),
  cliff: BigInt(stream.cliffTimestamp ?? 0),
  step: BigInt(stream.intervalSeconds ?? 0),
});

type Parties = Pick<NewStream, 'senderHash' | 'recipientHash' | 'cancelable' | 'cancelNoticeBlocks' | 'nonce'>;

/** The constructor parameters of a stored stream. */
export const parametersOf = (stream: Terms & Parties): VestingParameters => ({
  sender: hexToBin(stream.senderHash),
  recipient: hexToBin(stream.recipientHash),
  schedule: scheduleOf(stream),
  noticeBlocks: stream.cancelable ? stream.cancelNoticeBlocks : 0,
  nonce: hexToBin(stream.nonce),
});

/** The contract of a stored stream. */
export const contractOf = (stream: Terms & Parties, network: Network): VestingContract => createVestingContract(parametersOf(stream), network);

/** The coin of a stored state; undefined where there is none (not funded yet, or closed). */
export const coinOf = (state: StreamState | null): VestingCoin | undefined => {
  if (state === null) return undefined;
  const decoded = decodeVestingState(state.commitment);
  if (decoded === undefined) throw new Error(`A stored commitment is none of a vesting contract: ${state.commitment}`);
  return { outpoint: { txid: state.txid, vout: state.vout }, satoshis: state.satoshis, category: state.category, state: decoded };
};

/** The locking bytecode of a contract as hex. */
export const lockingBytecodeHex = ({ lockingBytecode }: VestingContract): string => binToHex(lockingBytecode);

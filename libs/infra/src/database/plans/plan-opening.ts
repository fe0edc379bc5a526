import type { RecordSource } from '../record-types.js';
import type { NewStream, StreamState } from '../streams/stream-record.js';
import type { Block } from '../transitions/transition-record.js';

/** A stream as a funding opened it. */
export interface OpenedStream {
  /** uuid: that of its row in the list. */
  readonly id: string;
  readonly row: NewStream;
  readonly state: StreamState;
}

/** The funding of a part of a plan, verified on the chain. */
export interface NewPlanOpening {
  readonly planId: string;
  readonly fundingId: string;
  readonly txHash: string;
  /** The transaction's nLockTime. */
  readonly locktime: number;
  /** Null while it is in the mempool. */
  readonly block: Block | null;
  readonly source: RecordSource;
  /** Whether it spent a coin of the sender's address; null where that is not known. */
  readonly bySender: boolean | null;
  /** Unix seconds. */
  readonly activatedAt: number;
  /** All that it opens. */
  readonly streams: readonly OpenedStream[];
}

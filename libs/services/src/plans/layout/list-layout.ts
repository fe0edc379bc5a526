import type { PlanCostOptions } from '@weir/covenants';
import type { PlanRecord } from '@weir/infra';
import type { RowStream } from '../terms/plan-defaults.js';

/** A stream, payment or lock of a list, with its place and what it holds. */
export interface ListedStream extends RowStream {
  /** Number of its row in the list, from 1. */
  readonly row: number;
  /** Its place in the list, from 1. */
  readonly index: number;
  /** Satoshis, or base units. */
  readonly principal: bigint;
}

/** What one funding takes from anybody who pays it: satoshis, and bytes. */
export interface PartCost {
  readonly reserves: bigint;
  readonly notes: bigint;
  readonly companions: bigint;
  readonly beacon: bigint;
  /** What announces lists of tranches. */
  readonly carriers: bigint;
  readonly fee: bigint;
  readonly bytes: number;
  readonly satoshis: bigint;
}

/** What one funding opens. */
export interface ListedPart {
  readonly streams: readonly ListedStream[];
  /** Hex: the announcement's locking bytecode; null of locks. */
  readonly announcement: string | null;
  readonly cost: (options: PlanCostOptions) => PartCost;
}

/** How the rows of a list become the fundings of contracts of one kind. */
export interface ListLayout {
  /** The columns of the plan that its rows share. */
  readonly columns: Pick<PlanRecord, 'nonce' | 'paymentFee' | 'reserveFloor' | 'cancelFills' | 'moveDelay'>;
  /** What one funding announces once, however many rows share it. */
  readonly scheduleKey: (stream: RowStream) => string;
  /** How many of these one funding has room for. */
  readonly schedulesOfFunding: number;
  /**
   * Returns what a row holds, and what no other row of the list may have in common with it; undefined where all may.
   *
   * @throws ServiceError where it makes no contract
   */
  readonly place: (
    stream: RowStream,
    index: number,
  ) => { readonly principal: bigint; readonly identity: string | undefined };
  /** Divides rows into the parts that one funding each opens, in their order. @param isVault whether a vault pays */
  readonly cut: (listed: readonly ListedStream[], isVault: boolean) => readonly ListedPart[];
}

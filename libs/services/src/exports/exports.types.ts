import type { MoneyLine } from '@weir/infra';
import type { Viewer } from '../shared/viewer.js';

export interface ActivityExportQuery {
  readonly address: string;
  /** Unix seconds, inclusive; default the beginning, and the end. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A payment of money with what its party has of the asset after it. */
export interface ExportLine extends MoneyLine {
  /** What came less what went, since the beginning; base units. */
  readonly runningTotal: bigint;
}

/** Exports for accountants. */
export interface ExportsService {
  /**
   * Every payment of money to and from an address, the oldest first, some at a time. The first are there when it is given: what is
   * wrong, a database that is away too, is told before.
   *
   * @param viewer sees the private vaults of which they are a proven member
   * @throws ServiceError INVALID_ADDRESS, INVALID_TIME
   */
  activity(
    query: ActivityExportQuery,
    viewer: Viewer | undefined,
  ): Promise<AsyncGenerator<readonly ExportLine[], void>>;
}
